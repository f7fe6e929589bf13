"""A collector of traces: takes OTLP over HTTP as it is told to, and keeps what came."""

import http.server
import socket
import ssl
import threading
import time


class Collector:
    """Answers each request with the next of some answers, and with 200 after them.

    An answer is a function of a handler; see `status` and `silence`.
    """

    def __init__(self, answers=(), certificate=None):
        self.answers = list(answers)
        self.requests = []
        self.lock = threading.Lock()
        collector = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers["content-length"]))
                with collector.lock:
                    collector.requests.append(Request(self.path, self.headers, body))
                    answer = collector.answers.pop(0) if collector.answers else status(200)
                answer(self)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        scheme = "http"
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(*certificate)
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
            scheme = "https"
        self.url = f"{scheme}://localhost:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


class Request:
    def __init__(self, path, headers, body):
        self.path, self.headers, self.body, self.time = path, headers, body, time.monotonic()


def status(number, body=b"", **fields):
    """An answer with a status, a body and fields."""

    def answer(handler):
        handler.send_response(number)
        handler.send_header("content-type", "application/x-protobuf")
        handler.send_header("content-length", str(len(body)))
        for name, value in fields.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        handler.wfile.write(body)

    return answer


def silence(handler):
    """No answer, on a connection that stays."""
    time.sleep(60)


def free_port():
    """A port on which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
