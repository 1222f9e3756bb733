"""A gRPC client that knows a server only through reflection, for black-box tests.

Requests and answers are plain dicts in protobuf's JSON form (snake_case names; 64-bit integers are strings), so a test
needs no generated code and sees just what any foreign program would.
"""

import grpc
from google.protobuf import descriptor_pool, json_format, message_factory
from google.rpc import error_details_pb2
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase
from grpc_status import rpc_status

TIMEOUT_SECONDS = 10


class Refused(Exception):
    """A call that ended with a status other than OK."""

    def __init__(self, error):
        super().__init__(f"{error.code().name}: {error.details()}")
        self.code = error.code().name
        self.message = error.details()
        self.trailers = dict(error.trailing_metadata() or ())
        status = rpc_status.from_call(error)
        self.details = list(status.details) if status else []

    def detail(self, kind):
        """The one detail of a google.rpc message class, or None."""
        for packed in self.details:
            if packed.Is(kind.DESCRIPTOR):
                message = kind()
                packed.Unpack(message)
                return message
        return None

    @property
    def reason(self):
        """The reason of the ErrorInfo, or None."""
        info = self.detail(error_details_pb2.ErrorInfo)
        return info.reason if info else None


class Client:
    """One channel to a server. Use as a context manager."""

    def __init__(self, address, metadata=(), options=()):
        """`metadata`: pairs sent with every call; `options`: those of the channel."""
        self.metadata = tuple(metadata)
        self.channel = grpc.insecure_channel(address, options)
        self._reflection = ProtoReflectionDescriptorDatabase(self.channel)
        self._pool = descriptor_pool.DescriptorPool(self._reflection)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.channel.close()

    def services(self):
        """The names of the services that the server lists, sorted."""
        return sorted(self._reflection.get_services())

    def methods(self, service):
        """The descriptors of a service's methods."""
        return self._pool.FindServiceByName(service).methods

    def call(self, method, request=None, metadata=(), timeout=TIMEOUT_SECONDS):
        """One unary call, `method` as "package.Service/Method". Gives the answer or raises Refused."""
        found, message = self._request(method, request)
        stub = self.channel.unary_unary(f"/{method}", *self._codec(found))
        try:
            answer = stub(message, metadata=(*self.metadata, *metadata), timeout=timeout)
        except grpc.RpcError as error:
            raise Refused(error) from None
        return _to_dict(answer)

    def stream(self, method, request=None, metadata=(), timeout=TIMEOUT_SECONDS):
        """One server-streaming call: yields each message, ends at OK, raises Refused at any other status. Closing the
        generator cancels the call."""
        found, message = self._request(method, request)
        stub = self.channel.unary_stream(f"/{method}", *self._codec(found))
        call = stub(message, metadata=(*self.metadata, *metadata), timeout=timeout)
        try:
            for answer in call:
                yield _to_dict(answer)
        except grpc.RpcError as error:
            raise Refused(error) from None
        finally:
            call.cancel()

    def _request(self, method, request):
        service, name = method.split("/")
        found = self._pool.FindServiceByName(service).methods_by_name[name]
        message = message_factory.GetMessageClass(found.input_type)()
        return found, json_format.ParseDict(request or {}, message)

    @staticmethod
    def _codec(found):
        answer = message_factory.GetMessageClass(found.output_type)
        return lambda message: message.SerializeToString(), answer.FromString


def _to_dict(message):
    return json_format.MessageToDict(message, preserving_proto_field_name=True)
