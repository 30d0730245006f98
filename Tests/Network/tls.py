"""Checks TLS with external clients: tls.py CAIRN, built with the trait TLS, which uses the system's OpenSSL."""

import http.client
import os
import pathlib
import re
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import warnings

from running import PUBLIC, RunningServer, run_checks

warnings.filterwarnings("ignore", "ssl.TLSVersion.TLSv1", DeprecationWarning)
CAIRN = sys.argv[1]
FOLDER = pathlib.Path(tempfile.mkdtemp())


def create_certificate(name: str, *hosts: str, kind=("ec", "-pkeyopt", "ec_paramgen_curve:P-256")) -> str:
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", *kind, "-nodes", "-days", "7",
         "-keyout", FOLDER / f"{name}.key", "-out", FOLDER / f"{name}.pem", "-subj", f"/CN={hosts[0]}",
         "-addext", "subjectAltName=" + ",".join(f"DNS:{host}" for host in hosts)],
        check=True, capture_output=True)
    return f"{FOLDER}/{name}.pem:{FOLDER}/{name}.key"


FIRST = create_certificate("first", "localhost")
SECOND = create_certificate("second", "other.example", "*.wild.example")


def run_cairn(*settings: str, **options) -> RunningServer:
    return RunningServer(
        CAIRN, "--host=127.0.0.1", "--port=0", f"--public={PUBLIC}", "--access-log=off", *settings, **options)


def client_context(**options) -> ssl.SSLContext:
    tls = ssl.create_default_context(cafile=options.pop("cafile", f"{FOLDER}/first.pem"))
    for name, value in options.items():
        setattr(tls, name, value)
    return tls


def unverified_context() -> ssl.SSLContext:
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    tls.check_hostname, tls.verify_mode = False, ssl.CERT_NONE
    return tls


def connect(server: RunningServer, tls: ssl.SSLContext, host: str = "localhost", session=None) -> ssl.SSLSocket:
    plain = socket.create_connection(("127.0.0.1", server.port), timeout=10)
    return tls.wrap_socket(plain, server_hostname=host, session=session)


def get(secure: ssl.SSLSocket, path: str = "/healthz", is_last: bool = False) -> bytes:
    end = "Connection: close\r\n" if is_last else ""
    secure.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{end}\r\n".encode())
    response = http.client.HTTPResponse(secure)
    response.begin()
    return response.read()


def certificate_subject(secure: ssl.SSLSocket) -> str:
    return subprocess.run(
        ["openssl", "x509", "-inform", "der", "-noout", "-subject", "-nameopt", "multiline"],
        input=secure.getpeercert(binary_form=True), capture_output=True, check=True).stdout.decode()


class BufferedClient:
    """A TLS client over memory BIOs, which sends its records in portions of a given size."""

    def __init__(self, server: RunningServer, portion: int = 65536, pause: float = 0):
        self.incoming, self.outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self.portion, self.pause = portion, pause
        self.secure = client_context().wrap_bio(self.incoming, self.outgoing, server_hostname="localhost")
        self.plain = socket.create_connection(("127.0.0.1", server.port), timeout=10)
        self.plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def send(self) -> None:
        pause = self.pause
        while part := self.outgoing.read(self.portion):
            self.plain.sendall(part)
            # The pause makes the server read the first portion alone.
            time.sleep(pause)
            pause = 0

    def run(self, action):
        """Retries `action` until the server has sent enough data, and returns its result."""
        while True:
            try:
                result = action()
                self.send()
                return result
            except ssl.SSLWantReadError:
                self.send()
                part = self.plain.recv(65536)
                # At the end of the stream the loop would otherwise never end.
                assert part, "the server closed the connection"
                self.incoming.write(part)


def expect_refusal(action, kind=ssl.SSLError) -> str:
    try:
        action()
    except kind as error:
        return str(error)
    raise AssertionError("the server accepted the connection")


def check_supports_tls_1_2_and_1_3_only():
    """RFC 8446 §4.2.1, RFC 5246, RFC 8996 §4, §5."""
    with run_cairn("--tls", FIRST) as server:
        for version in (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3):
            with connect(server, client_context(minimum_version=version, maximum_version=version)) as secure:
                assert secure.version() == {ssl.TLSVersion.TLSv1_2: "TLSv1.2"}.get(version, "TLSv1.3"), secure.version()
                assert get(secure) == b"ok\n"
        old = unverified_context()
        old.minimum_version, old.maximum_version = ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1
        old.set_ciphers("ALL:@SECLEVEL=0")
        assert "version" in expect_refusal(lambda: connect(server, old)).lower()


def check_refuses_ciphers_without_forward_secrecy_or_authentication():
    """RFC 9325 §4.1, §4.2."""
    with run_cairn("--tls", create_certificate("old", "localhost", kind=("rsa:2048",))) as server:
        for ciphers in ("AES128-GCM-SHA256", "ECDHE-RSA-AES128-SHA256", "ECDHE-RSA-AES256-SHA", "DHE-RSA-AES128-GCM-SHA256",
                        "ADH-AES128-GCM-SHA256"):
            weak = unverified_context()
            weak.maximum_version = ssl.TLSVersion.TLSv1_2
            weak.set_ciphers(ciphers + ":@SECLEVEL=0")
            expect_refusal(lambda: connect(server, weak))
        weak.set_ciphers("ECDHE-RSA-AES128-GCM-SHA256")
        with connect(server, weak) as secure:
            assert get(secure) == b"ok\n"


def check_selects_the_certificate_by_server_name():
    """RFC 6066 §3, RFC 6125 §6.4.3."""
    with run_cairn("--tls", f"{FIRST},{SECOND}") as server:
        for host, name in [("localhost", "localhost"), ("other.example", "other.example"),
                           ("a.wild.example", "other.example"), ("OTHER.EXAMPLE", "other.example"),
                           ("unknown.example", "localhost"), ("a.b.wild.example", "localhost"), (None, "localhost")]:
            with connect(server, unverified_context(), host) as secure:
                assert f"= {name}\n" in certificate_subject(secure), (host, certificate_subject(secure))
                assert get(secure) == b"ok\n"


def check_selects_the_certificate_by_signature_algorithm():
    """RFC 8446 §4.2.3, §4.4.2.2, RFC 5246 §7.4.2."""
    rsa, both = create_certificate("rsa", "localhost", kind=("rsa:2048",)), "ecdsa_secp256r1_sha256:rsa_pss_rsae_sha256"
    third = create_certificate("third", "other.example", "*.wild.example", kind=("rsa:2048",))
    ec, other = "id-ecPublicKey", "rsaEncryption"

    def presented_key(server: RunningServer, *options: str) -> str:
        result = subprocess.run(
            ["openssl", "s_client", "-connect", f"127.0.0.1:{server.port}", *options], input=b"", capture_output=True,
            timeout=10)
        text = subprocess.run(["openssl", "x509", "-noout", "-text"], input=result.stdout, capture_output=True)
        assert text.returncode == 0, (options, result.stderr[-300:])
        return re.search(r"Public Key Algorithm: (\S+)", text.stdout.decode())[1]

    for first in (f"{FIRST},{rsa}", f"{rsa},{FIRST}"):
        with run_cairn("--tls", f"{first},{SECOND},{third}") as server:
            for name in (["-servername", "localhost"], ["-noservername"], ["-servername", "a.wild.example"]):
                for version in ("-tls1_2", "-tls1_3"):
                    for sigalgs, kind in [("ecdsa_secp256r1_sha256", ec), ("rsa_pss_rsae_sha256", other), (both, ec)]:
                        found = presented_key(server, version, "-sigalgs", sigalgs, *name)
                        assert found == kind, (first, name, version, sigalgs, found)
                # A TLS 1.2 client can restrict the certificate by its ciphers alone.
                assert presented_key(server, "-tls1_2", "-cipher", "ECDHE-RSA-AES128-GCM-SHA256", *name) == other, name
            with connect(server, client_context()) as secure:
                assert get(secure) == b"ok\n"
    # The only certificate for a name is presented, whatever certificates other names have.
    with run_cairn("--tls", f"{FIRST},{third}") as server:
        assert presented_key(server, "-servername", "localhost") == presented_key(server, "-noservername") == ec
        assert presented_key(server, "-servername", "other.example") == other


def check_negotiates_http_1_1_by_alpn_and_refuses_other_protocols():
    """RFC 7301 §3.2."""
    with run_cairn("--tls", FIRST) as server:
        for offered in (["http/1.1"], ["h2", "http/1.1"], ["http/1.0", "h2", "http/1.1"]):
            tls = client_context()
            tls.set_alpn_protocols(offered)
            with connect(server, tls) as secure:
                assert secure.selected_alpn_protocol() == "http/1.1"
        tls = client_context()
        tls.set_alpn_protocols(["h2"])
        assert "no application protocol" in expect_refusal(lambda: connect(server, tls)).lower().replace("_", " ")
        with connect(server, client_context()) as secure:
            assert secure.selected_alpn_protocol() is None and get(secure) == b"ok\n"


def check_resumes_sessions_in_both_versions_on_any_event_loop():
    """RFC 5077 §3.1, RFC 8446 §2.2, §4.6.1."""
    with run_cairn("--tls", f"{FIRST},{SECOND}", "--threads=2") as server:
        for version in (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3):
            tls = client_context(minimum_version=version, maximum_version=version)
            with connect(server, tls) as secure:
                get(secure)
                session = secure.session
            resumed = 0
            for _ in range(8):
                with connect(server, tls, session=session) as secure:
                    get(secure)
                    resumed += secure.session_reused
                    session = secure.session
            assert resumed == 8, f"{version.name}: only {resumed} of 8 connections were resumed"


def create_secret(name: str) -> str:
    path = FOLDER / name
    path.write_bytes(os.urandom(32))
    path.chmod(0o600)
    return f"--secret={path}"


def check_resumes_sessions_of_another_node_with_the_same_secret():
    """RFC 5077 §4, §5.5, RFC 8446 §4.6.1."""
    same, other = create_secret("same"), create_secret("other")
    library, period = FOLDER / "clock.so", 43_200
    subprocess.run(["clang", "-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-Werror", "-o", library,
                    pathlib.Path(__file__).parent / "clock.c", "-ldl"], check=True)

    def node(*settings: str, periods: int = 0) -> RunningServer:
        environment = dict(os.environ, LD_PRELOAD=str(library), CLOCK_AHEAD=str(periods * period))
        return run_cairn("--tls", f"{FIRST},{SECOND}", *settings, environment=environment)

    def is_resumed(tls: ssl.SSLContext, server: RunningServer, session: ssl.SSLSession) -> bool:
        with connect(server, tls, session=session) as secure:
            assert get(secure) == b"ok\n"
            return secure.session_reused

    with (node(same) as first, node(same) as second, node(same, periods=1) as later, node(same, periods=3) as last,
          node(other) as stranger, node() as alone):
        tls = client_context(minimum_version=ssl.TLSVersion.TLSv1_3)
        for server, is_expected in [(first, True), (second, True), (later, True), (last, False), (stranger, False),
                                    (alone, False)]:
            with connect(first, tls) as secure:
                get(secure)
                session = secure.session
            assert session and is_resumed(tls, server, session) == is_expected, (server.port, is_expected)
        # In TLS 1.2 a ticket would contain the master secret, encrypted with a key that the secret gives for ever.
        older = client_context(maximum_version=ssl.TLSVersion.TLSv1_2)
        with connect(first, older) as secure:
            get(secure)
            session = secure.session
        assert not session or not session.has_ticket, "a ticket in TLS 1.2"
        assert not session or not is_resumed(older, second, session)
        # A ticket survives the reloading of certificates, which replaces keys that are random.
        with connect(first, tls) as secure:
            get(secure)
            session = secure.session
        first.process.send_signal(signal.SIGHUP)
        first.wait_for_output("The certificates were reloaded.")
        assert is_resumed(tls, first, session)


def check_reloads_certificates_and_keeps_open_connections():
    """RFC 8446 §4.4.2, signal(7)."""
    paths = create_certificate("renewed", "localhost")
    # MALLOC_PERTURB_ overwrites freed memory, so a use-after-free of certificates fails.
    with run_cairn("--tls", f"{paths},{SECOND}", environment=dict(os.environ, MALLOC_PERTURB_="165")) as server:
        before = connect(server, unverified_context())
        old = before.getpeercert(binary_form=True)
        assert get(before) == b"ok\n"
        open_before, deadline = server.descriptor_count, time.monotonic() + 5
        accepted = socket.create_connection(("127.0.0.1", server.port), timeout=10)
        while server.descriptor_count <= open_before:
            assert time.monotonic() < deadline, "the connection was not accepted within 5 s"
            time.sleep(0.01)
        create_certificate("renewed", "localhost")
        server.process.send_signal(signal.SIGHUP)
        server.wait_for_output("The certificates were reloaded.")
        with connect(server, unverified_context()) as after:
            assert after.getpeercert(binary_form=True) != old
            assert get(after) == b"ok\n"
        assert get(before) == b"ok\n"
        # This connection was accepted before, so its handshake uses the old certificate.
        with unverified_context().wrap_socket(accepted, server_hostname="localhost") as late:
            assert late.getpeercert(binary_form=True) == old
            assert get(late) == b"ok\n"
        (FOLDER / "renewed.pem").write_text("no certificate")
        server.process.send_signal(signal.SIGHUP)
        server.wait_for_output("The certificates could not be reloaded")
        assert "renewed.pem" in server.output
        with connect(server, unverified_context()) as after:
            assert get(after) == b"ok\n"
        before.close()


def check_names_unusable_certificate_files_at_start():
    """RFC 8446 §4.4.2."""
    other = SECOND.split(":")[1]
    for setting, expected in [
        (f"{FOLDER}/none.pem:{FOLDER}/none.key", "none.pem"), (f"{FOLDER}/first.pem:{other}", "second.key"),
        (f"{FOLDER}/first.key:{FOLDER}/first.key", "first.key"), (f"{FOLDER}/first.pem:{FOLDER}/none.key", "none.key"),
    ]:
        result = subprocess.run([CAIRN, "--port=0", "--tls", setting], capture_output=True, text=True, timeout=10)
        assert result.returncode == 2 and expected in result.stderr + result.stdout, (result.returncode, result.stderr)


def check_sends_hsts_and_secure_cookies():
    """RFC 6797 §6.1, §7.1, RFC 6265 §4.1.2.5."""
    with run_cairn("--tls", FIRST) as server:
        connection = http.client.HTTPSConnection("localhost", server.port, context=client_context(), timeout=10)
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        connection.request("POST", "/letters", "action=give-name&name=Ada", form)
        response = connection.getresponse()
        response.read()
        assert response.status == 303, response.status
        assert response.headers["Strict-Transport-Security"] == "max-age=31536000"
        assert response.headers["Set-Cookie"].startswith("__Host-") and "; Secure" in response.headers["Set-Cookie"]
        connection.request("GET", "/nothing")
        response = connection.getresponse()
        response.read()
        assert response.status == 404 and response.headers["Strict-Transport-Security"]
        # The parser answers a malformed request without the site; this response needs HSTS too.
        with connect(server, client_context()) as secure:
            secure.sendall(b"GET / HTTP/1.1\r\nHost : a\r\n\r\n")
            assert b"Strict-Transport-Security" in secure.recv(4096)
    with run_cairn("--tls", FIRST, "--hsts-seconds=0") as server, connect(server, client_context()) as secure:
        secure.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert b"Strict-Transport-Security" not in secure.recv(4096)


def redirect_port(server: RunningServer) -> int:
    """Returns the port of plain HTTP. `ss` lists it, because the server does not print it."""
    ports = subprocess.run(["ss", "-Hltnp"], capture_output=True, text=True).stdout
    plain = {int(line.split()[3].rsplit(":", 1)[1]) for line in ports.splitlines() if f"pid={server.process.pid}," in line}
    plain.discard(server.port)
    assert len(plain) == 1, plain
    return plain.pop()


def check_redirects_plain_http_to_https():
    """RFC 9110 §15.4.9, RFC 6797 §7.2."""
    with run_cairn("--tls", FIRST, "--redirect-port=0") as server:
        port = redirect_port(server)
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        connection.request("POST", "/letters?x=1", "action=a", {"Host": "localhost:80"})
        response = connection.getresponse()
        response.read()
        assert (response.status, response.headers["Location"]) == (308, f"https://localhost:{server.port}/letters?x=1")
        assert response.headers["Cache-Control"] == "no-store"
        assert "Strict-Transport-Security" not in response.headers
        # Redirect only to hosts that a certificate names.
        for host in ("evil.example", "127.0.0.1", "localhost.evil.example", ""):
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
            connection.request("GET", "/letters", headers={"Host": host})
            response = connection.getresponse()
            assert response.status in (400, 421) and "Location" not in response.headers, (host, response.status)
    with run_cairn("--tls", f"{FIRST},{SECOND}", "--redirect-port=0") as server:
        port = redirect_port(server)
        for host, is_covered in (("a.wild.example", True), ("OTHER.example:80", True), ("a.b.wild.example", False)):
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
            connection.request("GET", "/letters", headers={"Host": host})
            assert (connection.getresponse().status == 308) == is_covered, host


def check_rejects_a_key_file_that_other_users_can_access():
    """PostgreSQL's rule for ssl_key_file."""
    settings = create_certificate("open", "localhost")
    key = settings.partition(":")[2]
    for mode in (0o644, 0o604, 0o620, 0o666):
        os.chmod(key, mode)
        result = subprocess.run(
            [CAIRN, "--host=127.0.0.1", "--port=0", "--tls", settings], capture_output=True, text=True, timeout=10)
        assert result.returncode == 2 and f"chmod 600 {key}" in result.stderr, (oct(mode), result)
    for mode in (0o600, 0o400) + ((0o640,) if os.geteuid() == 0 else ()):
        os.chmod(key, mode)
        with run_cairn("--tls", settings):
            pass
    if os.geteuid() == 0:
        # Only a key that root owns can be shared with a group.
        os.chown(key, 12345, 12345)
        os.chmod(key, 0o640)
        result = subprocess.run(
            [CAIRN, "--host=127.0.0.1", "--port=0", "--tls", settings], capture_output=True, text=True, timeout=10)
        assert result.returncode == 2, result


def check_sends_large_responses_completely_to_slow_readers():
    """RFC 8446 §5.1, RFC 9112 §9.5."""
    def connect_slowly(server: RunningServer) -> ssl.SSLSocket:
        plain = socket.socket()
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        plain.settimeout(10)
        plain.connect(("127.0.0.1", server.port))
        return client_context().wrap_socket(plain, server_hostname="localhost")

    with run_cairn("--tls", FIRST) as server:
        expected = (PUBLIC / "screenshot.png").read_bytes()
        with connect(server, client_context()) as secure:
            assert get(secure, "/screenshot.png") == expected
        with connect_slowly(server) as secure:
            count = 20
            secure.sendall(b"GET /screenshot.png HTTP/1.1\r\nHost: localhost\r\n\r\n" * count)
            for _ in range(count):
                time.sleep(0.01)
                response = http.client.HTTPResponse(secure)
                response.begin()
                assert response.read() == expected
    # One file takes several batches of encryption, and the other is too large for the cache and is streamed.
    large = bytes(range(256)) * 4096 * 8
    folder = FOLDER / "files"
    folder.mkdir()
    for size in (1 << 20, len(large)):
        (folder / f"{size}.bin").write_bytes(large[:size])
    with run_cairn("--tls", FIRST, f"--public={folder}") as server:
        for size in (1 << 20, len(large)):
            for is_last in (False, True):
                # Small buffers make the server wait for writability.
                with connect_slowly(server) as secure:
                    assert get(secure, f"/{size}.bin", is_last) == large[:size], (size, is_last)


def check_accepts_a_request_sent_one_octet_at_a_time():
    """RFC 9112 §2.2."""
    with run_cairn("--tls", FIRST) as server, connect(server, client_context()) as secure:
        for octet in b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n":
            secure.sendall(bytes([octet]))
        response = http.client.HTTPResponse(secure)
        response.begin()
        assert response.read() == b"ok\n"


def check_accepts_a_handshake_sent_one_octet_at_a_time():
    """RFC 8446 §5.1."""
    with run_cairn("--tls", FIRST) as server:
        client = BufferedClient(server, portion=1, pause=0.1)
        client.run(client.secure.do_handshake)
        client.secure.write(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        assert client.run(lambda: client.secure.read(4096)).startswith(b"HTTP/1.1 200 OK")


def check_sends_and_accepts_close_notify():
    """RFC 8446 §6.1, RFC 9112 §9.8."""
    with run_cairn("--tls", FIRST) as server:
        secure = connect(server, client_context(), "localhost")
        secure.suppress_ragged_eofs = False
        assert get(secure, is_last=True) == b"ok\n"
        assert secure.recv(10) == b"", "the server sent data instead of close_notify"
        secure.close()
        # The client sends close_notify after its request, and still gets the response.
        client = BufferedClient(server)
        secure, plain = client.secure, client.plain
        client.run(secure.do_handshake)
        secure.write(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        try:
            secure.unwrap()
        except ssl.SSLWantReadError:
            pass
        client.send()
        received = b""
        plain.shutdown(socket.SHUT_WR)
        while part := plain.recv(65536):
            received += part
        client.incoming.write(received)
        client.incoming.write_eof()
        try:
            response = secure.read(4096)
        except ssl.SSLError as error:
            raise AssertionError(f"no response after close_notify: {error}") from error
        assert response.startswith(b"HTTP/1.1 200 OK"), response


def idle_descriptors(server: RunningServer) -> int:
    """Returns the number of descriptors without connections.

    A loop opens its timer descriptor after the server prints its port, so this counts after a request.
    """
    with connect(server, client_context()) as secure:
        assert get(secure, is_last=True) == b"ok\n"
    counts = []
    for _ in range(20):
        counts.append(server.descriptor_count)
        time.sleep(0.05)
    return min(counts)


def check_closes_connections_without_tls():
    """RFC 8446 §6.2."""
    # The server closes the connection at once, before the deadline. Unread bytes must not cause a reset, which would
    # discard its alert.
    with run_cairn("--tls", FIRST) as server:
        for garbage, expected in [(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n" * 2, b""),
                           (b"\x16\x03\x01\xff\xff" + b"a" * 30_000, b"\x15\x03")]:
            with socket.create_connection(("127.0.0.1", server.port), timeout=5) as plain:
                plain.sendall(garbage)
                received = b""
                while part := plain.recv(4096):
                    received += part
                assert received.startswith(expected) and b"HTTP/" not in received, received
    with run_cairn("--tls", FIRST, "--header-seconds=1") as server:
        before = idle_descriptors(server)
        stalled = [socket.create_connection(("127.0.0.1", server.port), timeout=10) for _ in range(50)]
        for plain in stalled[:25]:
            plain.sendall(b"\x16\x03\x01\x02")
        for garbage in (b"GET / HTTP/1.1\r\nHost: a\r\n\r\n", b"\x00" * 100, b"\x16\x03\x01\xff\xff" + b"a" * 70000,
                     b"\x80\x2e\x01\x00\x02"):
            with socket.create_connection(("127.0.0.1", server.port), timeout=10) as plain:
                try:
                    plain.sendall(garbage)
                    while plain.recv(4096):
                        pass
                except ConnectionError:
                    pass
        with connect(server, client_context()) as secure:
            assert get(secure) == b"ok\n"
        for plain in stalled:
            while plain.recv(4096):
                pass
            plain.close()
        deadline = time.monotonic() + 5
        while server.descriptor_count > before and time.monotonic() < deadline:
            time.sleep(0.1)
        assert server.descriptor_count <= before, (before, server.descriptor_count)


def check_refuses_renegotiation():
    """RFC 5746, RFC 9325 §3.5."""
    with run_cairn("--tls", FIRST) as server:
        result = subprocess.run(
            ["openssl", "s_client", "-connect", f"127.0.0.1:{server.port}", "-tls1_2"], input=b"R\n",
            capture_output=True, timeout=10)
        assert b"no renegotiation" in result.stderr + result.stdout, result.stderr[-300:]
        with connect(server, client_context()) as secure:
            assert get(secure) == b"ok\n"


def check_empty_records_do_not_delay_other_clients():
    """RFC 8446 §5.1."""
    program = FOLDER / "flood"
    subprocess.run(["clang", "-O1", "-Wall", "-Wextra", "-Werror", "-o", program,
                    pathlib.Path(__file__).parent / "flood.c", "-lssl", "-lcrypto"], check=True)
    with run_cairn("--tls", FIRST, "--threads=1") as server, connect(server, client_context()) as secure:
        flooder = subprocess.Popen([program, str(server.port), "3"], stdout=subprocess.PIPE, text=True)
        longest = 0.0
        while flooder.poll() is None:
            began = time.monotonic()
            assert get(secure) == b"ok\n"
            longest = max(longest, time.monotonic() - began)
        assert flooder.returncode == 0 and int(flooder.stdout.read().split()[0]) > 10_000, flooder.returncode
        # Without a bound on empty records this would be three seconds.
        assert longest < 1, f"a response took {longest:.1f} s"


def check_sighup_does_not_interrupt_a_graceful_stop():
    """signal(7), RFC 9112 §9.6."""
    with run_cairn("--tls", FIRST, "--grace-seconds=3") as server, connect(server, client_context()) as secure:
        secure.sendall(b"POST /letters HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n")
        server.process.send_signal(signal.SIGTERM)
        time.sleep(0.3)
        server.process.send_signal(signal.SIGHUP)
        time.sleep(0.3)
        assert server.process.poll() is None, server.process.returncode
        secure.sendall(b"action=no")
        assert secure.recv(4096).startswith(b"HTTP/1.1 ")
        assert server.process.wait(timeout=10) == 0


def check_rejects_redirect_settings_without_a_target():
    """RFC 9110 §15.4.9."""
    def expect_rejection(*settings: str) -> str:
        result = subprocess.run([CAIRN, "--host=127.0.0.1", *settings], capture_output=True, text=True, timeout=10)
        assert result.returncode == 2, result
        return result.stderr + result.stdout

    assert "--public-origin" in expect_rejection("--tls", FIRST, f"--unix-socket={FOLDER}/r.sock", "--redirect-port=0")
    assert "--tls" in expect_rejection("--port=0", "--redirect-port=0")
    with run_cairn("--tls", FIRST) as server:
        assert "--redirect-port" in expect_rejection("--tls", FIRST, "--port=0", f"--redirect-port={server.port}")


def check_runs_the_health_check_over_tls():
    """RFC 9112 §9.7."""
    with run_cairn("--tls", FIRST) as server:
        command = [CAIRN, "healthcheck", "--tls", FIRST, f"--port={server.port}"]
        assert subprocess.run(command, timeout=10).returncode == 0
        assert subprocess.run(command[:2] + [f"--port={server.port}"], timeout=10).returncode == 1


sys.exit(run_checks(dict(globals())))
