"""TLS by the system's OpenSSL, tested from outside: tls.py CAIRN, built with the trait TLS."""

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

from running import PUBLIC, Running, checks_of

warnings.filterwarnings("ignore", "ssl.TLSVersion.TLSv1", DeprecationWarning)
CAIRN = sys.argv[1]
FOLDER = pathlib.Path(tempfile.mkdtemp())


def certificate(name: str, *hosts: str, kind=("ec", "-pkeyopt", "ec_paramgen_curve:P-256")) -> str:
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", *kind, "-nodes", "-days", "7",
         "-keyout", FOLDER / f"{name}.key", "-out", FOLDER / f"{name}.pem", "-subj", f"/CN={hosts[0]}",
         "-addext", "subjectAltName=" + ",".join(f"DNS:{host}" for host in hosts)],
        check=True, capture_output=True)
    return f"{FOLDER}/{name}.pem:{FOLDER}/{name}.key"


FIRST, SECOND = certificate("first", "localhost"), certificate("second", "other.example", "*.wild.example")


def cairn(*settings: str, **options) -> Running:
    return Running(CAIRN, "--host=127.0.0.1", "--port=0", f"--public={PUBLIC}", "--access-log=off", *settings, **options)


def context(**options) -> ssl.SSLContext:
    made = ssl.create_default_context(cafile=options.pop("cafile", f"{FOLDER}/first.pem"))
    for name, value in options.items():
        setattr(made, name, value)
    return made


def untrusting() -> ssl.SSLContext:
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    made.check_hostname, made.verify_mode = False, ssl.CERT_NONE
    return made


def connect(server: Running, made: ssl.SSLContext, host: str = "localhost", session=None) -> ssl.SSLSocket:
    plain = socket.create_connection(("127.0.0.1", server.port), timeout=10)
    return made.wrap_socket(plain, server_hostname=host, session=session)


def ask(secure: ssl.SSLSocket, path: str = "/healthz", last: bool = False) -> bytes:
    end = "Connection: close\r\n" if last else ""
    secure.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{end}\r\n".encode())
    answer = http.client.HTTPResponse(secure)
    answer.begin()
    return answer.read()


def subject(secure: ssl.SSLSocket) -> str:
    return subprocess.run(
        ["openssl", "x509", "-inform", "der", "-noout", "-subject", "-nameopt", "multiline"],
        input=secure.getpeercert(binary_form=True), capture_output=True, check=True).stdout.decode()


class ByHand:
    """A TLS client over memory BIOs: the check itself sends the records, in portions of its choice."""

    def __init__(self, server: Running, portion: int = 65536, pause: float = 0):
        self.incoming, self.outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self.portion, self.pause = portion, pause
        self.secure = context().wrap_bio(self.incoming, self.outgoing, server_hostname="localhost")
        self.plain = socket.create_connection(("127.0.0.1", server.port), timeout=10)
        self.plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def send(self) -> None:
        pause = self.pause
        while part := self.outgoing.read(self.portion):
            self.plain.sendall(part)
            # Let the server read the first portion alone.
            time.sleep(pause)
            pause = 0

    def until(self, action):
        """Returns the result of `action` as soon as the server has sent enough."""
        while True:
            try:
                result = action()
                self.send()
                return result
            except ssl.SSLWantReadError:
                self.send()
                part = self.plain.recv(65536)
                # Without this check the loop would not end.
                assert part, "the server has ended the connection"
                self.incoming.write(part)


def refused(action, kind=ssl.SSLError) -> str:
    try:
        action()
    except kind as error:
        return str(error)
    raise AssertionError("it was not refused")


def check_both_versions_are_spoken_and_older_ones_are_not():
    """RFC 8446 §4.2.1, RFC 5246, RFC 8996 §4, §5."""
    with cairn("--tls", FIRST) as server:
        for version in (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3):
            with connect(server, context(minimum_version=version, maximum_version=version)) as secure:
                assert secure.version() == {ssl.TLSVersion.TLSv1_2: "TLSv1.2"}.get(version, "TLSv1.3"), secure.version()
                assert ask(secure) == b"ok\n"
        old = untrusting()
        old.minimum_version, old.maximum_version = ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1
        old.set_ciphers("ALL:@SECLEVEL=0")
        assert "version" in refused(lambda: connect(server, old)).lower()


def check_ciphers_without_forward_secrecy_or_authentication_are_refused():
    """RFC 9325 §4.1, §4.2."""
    with cairn("--tls", certificate("old", "localhost", kind=("rsa:2048",))) as server:
        for ciphers in ("AES128-GCM-SHA256", "ECDHE-RSA-AES128-SHA256", "ECDHE-RSA-AES256-SHA", "DHE-RSA-AES128-GCM-SHA256",
                        "ADH-AES128-GCM-SHA256"):
            weak = untrusting()
            weak.maximum_version = ssl.TLSVersion.TLSv1_2
            weak.set_ciphers(ciphers + ":@SECLEVEL=0")
            refused(lambda: connect(server, weak))
        weak.set_ciphers("ECDHE-RSA-AES128-GCM-SHA256")
        with connect(server, weak) as secure:
            assert ask(secure) == b"ok\n"


def check_the_certificate_is_that_of_the_name_the_client_asks_for():
    """RFC 6066 §3, RFC 6125 §6.4.3."""
    with cairn("--tls", f"{FIRST},{SECOND}") as server:
        for host, name in [("localhost", "localhost"), ("other.example", "other.example"),
                           ("a.wild.example", "other.example"), ("OTHER.EXAMPLE", "other.example"),
                           ("unknown.example", "localhost"), ("a.b.wild.example", "localhost"), (None, "localhost")]:
            with connect(server, untrusting(), host) as secure:
                assert f"= {name}\n" in subject(secure), (host, subject(secure))
                assert ask(secure) == b"ok\n"


def check_of_two_certificates_for_one_name_the_one_is_chosen_that_the_client_can_verify():
    """RFC 8446 §4.2.3, §4.4.2.2, RFC 5246 §7.4.2."""
    rsa, both = certificate("rsa", "localhost", kind=("rsa:2048",)), "ecdsa_secp256r1_sha256:rsa_pss_rsae_sha256"
    third = certificate("third", "other.example", "*.wild.example", kind=("rsa:2048",))
    ec, other = "id-ecPublicKey", "rsaEncryption"

    def presented(server: Running, *options: str) -> str:
        ended = subprocess.run(
            ["openssl", "s_client", "-connect", f"127.0.0.1:{server.port}", *options], input=b"", capture_output=True,
            timeout=10)
        text = subprocess.run(["openssl", "x509", "-noout", "-text"], input=ended.stdout, capture_output=True)
        assert text.returncode == 0, (options, ended.stderr[-300:])
        return re.search(r"Public Key Algorithm: (\S+)", text.stdout.decode())[1]

    for first in (f"{FIRST},{rsa}", f"{rsa},{FIRST}"):
        with cairn("--tls", f"{first},{SECOND},{third}") as server:
            for name in (["-servername", "localhost"], ["-noservername"], ["-servername", "a.wild.example"]):
                for version in ("-tls1_2", "-tls1_3"):
                    for sigalgs, kind in [("ecdsa_secp256r1_sha256", ec), ("rsa_pss_rsae_sha256", other), (both, ec)]:
                        found = presented(server, version, "-sigalgs", sigalgs, *name)
                        assert found == kind, (first, name, version, sigalgs, found)
                # A TLS 1.2 client can restrict the certificate by its ciphers alone.
                assert presented(server, "-tls1_2", "-cipher", "ECDHE-RSA-AES128-GCM-SHA256", *name) == other, name
            with connect(server, context()) as secure:
                assert ask(secure) == b"ok\n"
    # The only certificate for a name is presented, whatever certificates other names have.
    with cairn("--tls", f"{FIRST},{third}") as server:
        assert presented(server, "-servername", "localhost") == presented(server, "-noservername") == ec
        assert presented(server, "-servername", "other.example") == other


def check_alpn_chooses_http_1_1_and_ends_with_who_speaks_only_something_else():
    """RFC 7301 §3.2."""
    with cairn("--tls", FIRST) as server:
        for offered in (["http/1.1"], ["h2", "http/1.1"], ["http/1.0", "h2", "http/1.1"]):
            made = context()
            made.set_alpn_protocols(offered)
            with connect(server, made) as secure:
                assert secure.selected_alpn_protocol() == "http/1.1"
        made = context()
        made.set_alpn_protocols(["h2"])
        assert "no application protocol" in refused(lambda: connect(server, made)).lower().replace("_", " ")
        with connect(server, context()) as secure:
            assert secure.selected_alpn_protocol() is None and ask(secure) == b"ok\n"


def check_a_session_is_resumed_in_both_versions_also_at_another_loop():
    """RFC 5077 §3.1, RFC 8446 §2.2, §4.6.1."""
    with cairn("--tls", f"{FIRST},{SECOND}", "--threads=2") as server:
        for version in (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3):
            made = context(minimum_version=version, maximum_version=version)
            with connect(server, made) as secure:
                ask(secure)
                session = secure.session
            resumed = 0
            for _ in range(8):
                with connect(server, made, session=session) as secure:
                    ask(secure)
                    resumed += secure.session_reused
                    session = secure.session
            assert resumed == 8, f"{version.name}: {resumed} of 8"


def check_new_certificates_are_read_and_open_connections_live_on():
    """RFC 8446 §4.4.2, signal(7)."""
    keeps = certificate("renewed", "localhost")
    # MALLOC_PERTURB_ overwrites freed memory, so a use of freed certificates fails.
    with cairn("--tls", f"{keeps},{SECOND}", environment=dict(os.environ, MALLOC_PERTURB_="165")) as server:
        before = connect(server, untrusting())
        old = before.getpeercert(binary_form=True)
        assert ask(before) == b"ok\n"
        open_before, deadline = server.descriptors, time.monotonic() + 5
        accepted = socket.create_connection(("127.0.0.1", server.port), timeout=10)
        while server.descriptors <= open_before:
            assert time.monotonic() < deadline, "it is not accepted"
            time.sleep(0.01)
        certificate("renewed", "localhost")
        server.process.send_signal(signal.SIGHUP)
        server.wait_for("The certificates were reloaded.")
        with connect(server, untrusting()) as after:
            assert after.getpeercert(binary_form=True) != old
            assert ask(after) == b"ok\n"
        assert ask(before) == b"ok\n"
        # This connection was accepted before, so its handshake uses the old certificate.
        with untrusting().wrap_socket(accepted, server_hostname="localhost") as late:
            assert late.getpeercert(binary_form=True) == old
            assert ask(late) == b"ok\n"
        (FOLDER / "renewed.pem").write_text("no certificate")
        server.process.send_signal(signal.SIGHUP)
        server.wait_for("The certificates could not be reloaded")
        assert "renewed.pem" in server.text
        with connect(server, untrusting()) as after:
            assert ask(after) == b"ok\n"
        before.close()


def check_what_cannot_be_used_is_told_at_start():
    """RFC 8446 §4.4.2."""
    other = SECOND.split(":")[1]
    for setting, says in [
        (f"{FOLDER}/none.pem:{FOLDER}/none.key", "none.pem"), (f"{FOLDER}/first.pem:{other}", "second.key"),
        (f"{FOLDER}/first.key:{FOLDER}/first.key", "first.key"), (f"{FOLDER}/first.pem:{FOLDER}/none.key", "none.key"),
    ]:
        ended = subprocess.run([CAIRN, "--port=0", "--tls", setting], capture_output=True, text=True, timeout=10)
        assert ended.returncode == 2 and says in ended.stderr + ended.stdout, (ended.returncode, ended.stderr)


def check_browsers_are_told_to_insist_and_cookies_are_secure():
    """RFC 6797 §6.1, §7.1, RFC 6265 §4.1.2.5."""
    with cairn("--tls", FIRST) as server:
        connection = http.client.HTTPSConnection("localhost", server.port, context=context(), timeout=10)
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        connection.request("POST", "/letters", "action=give-name&name=Ada", form)
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 303, answer.status
        assert answer.headers["Strict-Transport-Security"] == "max-age=31536000"
        assert answer.headers["Set-Cookie"].startswith("__Host-") and "; Secure" in answer.headers["Set-Cookie"]
        connection.request("GET", "/nothing")
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 404 and answer.headers["Strict-Transport-Security"]
        # A malformed request: the response is made below the site.
        with connect(server, context()) as secure:
            secure.sendall(b"GET / HTTP/1.1\r\nHost : a\r\n\r\n")
            assert b"Strict-Transport-Security" in secure.recv(4096)
    with cairn("--tls", FIRST, "--hsts-seconds=0") as server, connect(server, context()) as secure:
        secure.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert b"Strict-Transport-Security" not in secure.recv(4096)


def redirecting(server: Running) -> int:
    """Returns the port of plain HTTP, which the server does not print."""
    ports = subprocess.run(["ss", "-Hltnp"], capture_output=True, text=True).stdout
    plain = {int(line.split()[3].rsplit(":", 1)[1]) for line in ports.splitlines() if f"pid={server.process.pid}," in line}
    plain.discard(server.port)
    assert len(plain) == 1, plain
    return plain.pop()


def check_plain_http_is_led_to_tls():
    """RFC 9110 §15.4.9, RFC 6797 §7.2."""
    with cairn("--tls", FIRST, "--redirect-port=0") as server:
        port = redirecting(server)
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        connection.request("POST", "/letters?x=1", "action=a", {"Host": "localhost:80"})
        answer = connection.getresponse()
        answer.read()
        assert (answer.status, answer.headers["Location"]) == (308, f"https://localhost:{server.port}/letters?x=1")
        assert answer.headers["Cache-Control"] == "no-store"
        assert "Strict-Transport-Security" not in answer.headers
        # Redirect only to hosts that a certificate names.
        for host in ("evil.example", "127.0.0.1", "localhost.evil.example", ""):
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
            connection.request("GET", "/letters", headers={"Host": host})
            answer = connection.getresponse()
            assert answer.status in (400, 421) and "Location" not in answer.headers, (host, answer.status)
    with cairn("--tls", f"{FIRST},{SECOND}", "--redirect-port=0") as server:
        port = redirecting(server)
        for host, isNamed in (("a.wild.example", True), ("OTHER.example:80", True), ("a.b.wild.example", False)):
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
            connection.request("GET", "/letters", headers={"Host": host})
            assert (connection.getresponse().status == 308) == isNamed, host


def check_a_key_that_others_can_read_keeps_the_server_from_starting():
    """PostgreSQL's rule for ssl_key_file."""
    settings = certificate("open", "localhost")
    key = settings.partition(":")[2]
    for mode in (0o644, 0o604, 0o620, 0o666):
        os.chmod(key, mode)
        ended = subprocess.run(
            [CAIRN, "--host=127.0.0.1", "--port=0", "--tls", settings], capture_output=True, text=True, timeout=10)
        assert ended.returncode == 2 and f"chmod 600 {key}" in ended.stderr, (oct(mode), ended)
    for mode in (0o600, 0o400) + ((0o640,) if os.geteuid() == 0 else ()):
        os.chmod(key, mode)
        with cairn("--tls", settings):
            pass
    if os.geteuid() == 0:
        # Only a key that root owns can be shared with a group.
        os.chown(key, 12345, 12345)
        os.chmod(key, 0o640)
        ended = subprocess.run(
            [CAIRN, "--host=127.0.0.1", "--port=0", "--tls", settings], capture_output=True, text=True, timeout=10)
        assert ended.returncode == 2, ended


def check_a_large_answer_arrives_whole_also_where_it_is_read_slowly():
    """RFC 8446 §5.1, RFC 9112 §9.5."""
    def slow(server: Running) -> ssl.SSLSocket:
        plain = socket.socket()
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        plain.settimeout(10)
        plain.connect(("127.0.0.1", server.port))
        return context().wrap_socket(plain, server_hostname="localhost")

    with cairn("--tls", FIRST) as server:
        want = (PUBLIC / "screenshot.png").read_bytes()
        with connect(server, context()) as secure:
            assert ask(secure, "/screenshot.png") == want
        with slow(server) as secure:
            asked = 20
            secure.sendall(b"GET /screenshot.png HTTP/1.1\r\nHost: localhost\r\n\r\n" * asked)
            for _ in range(asked):
                time.sleep(0.01)
                answer = http.client.HTTPResponse(secure)
                answer.begin()
                assert answer.read() == want
    # More than one batch of encryption, and a file that is too large for the cache, so that it is streamed.
    large = bytes(range(256)) * 4096 * 8
    folder = FOLDER / "files"
    folder.mkdir()
    for size in (1 << 20, len(large)):
        (folder / f"{size}.bin").write_bytes(large[:size])
    with cairn("--tls", FIRST, f"--public={folder}") as server:
        for size in (1 << 20, len(large)):
            for last in (False, True):
                # Small buffers make the server wait.
                with slow(server) as secure:
                    assert ask(secure, f"/{size}.bin", last) == large[:size], (size, last)


def check_a_request_that_comes_octet_by_octet_is_answered():
    """RFC 9112 §2.2."""
    with cairn("--tls", FIRST) as server, connect(server, context()) as secure:
        for octet in b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n":
            secure.sendall(bytes([octet]))
        answer = http.client.HTTPResponse(secure)
        answer.begin()
        assert answer.read() == b"ok\n"


def check_a_handshake_that_comes_octet_by_octet_succeeds():
    """RFC 8446 §5.1."""
    with cairn("--tls", FIRST) as server:
        client = ByHand(server, portion=1, pause=0.1)
        client.until(client.secure.do_handshake)
        client.secure.write(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        assert client.until(lambda: client.secure.read(4096)).startswith(b"HTTP/1.1 200 OK")


def check_the_end_is_said_by_both():
    """RFC 8446 §6.1, RFC 9112 §9.8."""
    with cairn("--tls", FIRST) as server:
        secure = connect(server, context(), "localhost")
        secure.suppress_ragged_eofs = False
        assert ask(secure, last=True) == b"ok\n"
        assert secure.recv(10) == b"", "without close_notify this would be an error"
        secure.close()
        # The client sends close_notify after its request, and still gets the response.
        client = ByHand(server)
        secure, plain = client.secure, client.plain
        client.until(secure.do_handshake)
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
            answer = secure.read(4096)
        except ssl.SSLError as error:
            raise AssertionError(f"no answer after close_notify: {error}") from error
        assert answer.startswith(b"HTTP/1.1 200 OK"), answer


def idle_descriptors(server: Running) -> int:
    """Returns the number of descriptors without connections. A loop opens its timer after the server prints its port, so count after a request."""
    with connect(server, context()) as secure:
        assert ask(secure, last=True) == b"ok\n"
    counts = []
    for _ in range(20):
        counts.append(server.descriptors)
        time.sleep(0.05)
    return min(counts)


def check_what_is_no_tls_ends_alone():
    """RFC 8446 §6.2."""
    # The server ends the connection at once and not at the deadline. Its alert is not lost by a close with unread
    # bytes.
    with cairn("--tls", FIRST) as server:
        for junk, says in [(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n" * 2, b""),
                           (b"\x16\x03\x01\xff\xff" + b"a" * 30_000, b"\x15\x03")]:
            with socket.create_connection(("127.0.0.1", server.port), timeout=5) as plain:
                plain.sendall(junk)
                received = b""
                while part := plain.recv(4096):
                    received += part
                assert received.startswith(says) and b"HTTP/" not in received, received
    with cairn("--tls", FIRST, "--header-seconds=1") as server:
        before = idle_descriptors(server)
        silent = [socket.create_connection(("127.0.0.1", server.port), timeout=10) for _ in range(50)]
        for plain in silent[:25]:
            plain.sendall(b"\x16\x03\x01\x02")
        for junk in (b"GET / HTTP/1.1\r\nHost: a\r\n\r\n", b"\x00" * 100, b"\x16\x03\x01\xff\xff" + b"a" * 70000,
                     b"\x80\x2e\x01\x00\x02"):
            with socket.create_connection(("127.0.0.1", server.port), timeout=10) as plain:
                try:
                    plain.sendall(junk)
                    while plain.recv(4096):
                        pass
                except ConnectionError:
                    pass
        with connect(server, context()) as secure:
            assert ask(secure) == b"ok\n"
        for plain in silent:
            while plain.recv(4096):
                pass
            plain.close()
        deadline = time.monotonic() + 5
        while server.descriptors > before and time.monotonic() < deadline:
            time.sleep(0.1)
        assert server.descriptors <= before, (before, server.descriptors)


def check_a_client_that_asks_for_a_renegotiation_is_refused():
    """RFC 5746, RFC 9325 §3.5."""
    with cairn("--tls", FIRST) as server:
        ended = subprocess.run(
            ["openssl", "s_client", "-connect", f"127.0.0.1:{server.port}", "-tls1_2"], input=b"R\n",
            capture_output=True, timeout=10)
        assert b"no renegotiation" in ended.stderr + ended.stdout, ended.stderr[-300:]
        with connect(server, context()) as secure:
            assert ask(secure) == b"ok\n"


def check_records_without_data_keep_nobody_waiting():
    """RFC 8446 §5.1."""
    flood = FOLDER / "flood"
    subprocess.run(["clang", "-O1", "-Wall", "-Wextra", "-Werror", "-o", flood, pathlib.Path(__file__).parent / "flood.c",
                    "-lssl", "-lcrypto"], check=True)
    with cairn("--tls", FIRST, "--threads=1") as server, connect(server, context()) as secure:
        attack = subprocess.Popen([flood, str(server.port), "3"], stdout=subprocess.PIPE, text=True)
        worst = 0.0
        while attack.poll() is None:
            began = time.monotonic()
            assert ask(secure) == b"ok\n"
            worst = max(worst, time.monotonic() - began)
        assert attack.returncode == 0 and int(attack.stdout.read().split()[0]) > 10_000, attack.returncode
        # Without a bound this would be three seconds.
        assert worst < 1, f"an answer took {worst:.1f} s"


def check_a_hangup_ends_nothing_also_while_the_server_stops():
    """signal(7), RFC 9112 §9.6."""
    with cairn("--tls", FIRST, "--grace-seconds=3") as server, connect(server, context()) as secure:
        secure.sendall(b"POST /letters HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n")
        server.process.send_signal(signal.SIGTERM)
        time.sleep(0.3)
        server.process.send_signal(signal.SIGHUP)
        time.sleep(0.3)
        assert server.process.poll() is None, server.process.returncode
        secure.sendall(b"action=no")
        assert secure.recv(4096).startswith(b"HTTP/1.1 ")
        assert server.process.wait(timeout=10) == 0


def check_a_redirect_that_could_lead_nowhere_keeps_the_server_from_starting():
    """RFC 9110 §15.4.9."""
    def started(*settings: str) -> str:
        ended = subprocess.run([CAIRN, "--host=127.0.0.1", *settings], capture_output=True, text=True, timeout=10)
        assert ended.returncode == 2, ended
        return ended.stderr + ended.stdout

    assert "--public-origin" in started("--tls", FIRST, f"--unix-socket={FOLDER}/r.sock", "--redirect-port=0")
    assert "--tls" in started("--port=0", "--redirect-port=0")
    with cairn("--tls", FIRST) as server:
        assert "--redirect-port" in started("--tls", FIRST, "--port=0", f"--redirect-port={server.port}")


def check_its_own_health_is_asked_over_tls():
    """RFC 9112 §9.7."""
    with cairn("--tls", FIRST) as server:
        asked = [CAIRN, "healthcheck", "--tls", FIRST, f"--port={server.port}"]
        assert subprocess.run(asked, timeout=10).returncode == 0
        assert subprocess.run(asked[:2] + [f"--port={server.port}"], timeout=10).returncode == 1


sys.exit(checks_of(dict(globals())))
