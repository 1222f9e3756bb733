"""What holds of all documents: what they link to is there, and the README leads to each of them."""

import re
import unittest

from server import ROOT

PAGES = sorted(path.relative_to(ROOT) for folder in (".", "docs", "deploy", "tests/playthroughs")
               for path in (ROOT / folder).glob("*.md"))


class DocumentsTest(unittest.TestCase):
    def test_what_they_link_to_is_there(self):
        links = 0
        for page in PAGES:
            # What stands between backquotes is no link, whatever it looks like.
            prose = re.sub(r"`[^`\n]*`", "``", (ROOT / page).read_text())
            for target in re.findall(r"\]\(([^)\s]+)\)", prose):
                if not re.match(r"https?://", target):
                    links += 1
                    self.assertTrue((ROOT / page).parent.joinpath(target.split("#")[0]).exists(), f"{page}: {target}")
        self.assertGreater(links, 10)

    def test_the_readme_leads_to_each_page_of_docs(self):
        readme = (ROOT / "README.md").read_text()
        for page in (ROOT / "docs").glob("*.md"):
            self.assertIn(f"`docs/{page.name}`", readme)


if __name__ == "__main__":
    unittest.main()
