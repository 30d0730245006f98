"""A small RESP3 client on sockets, and servers that a check starts and ends itself."""
import atexit
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time


class ReplyError(Exception):
    @property
    def name(self):
        return str(self).split(" ", 1)[0]


class Push(list):
    pass


class Connection:
    """One connection. `call` raises ReplyError for an error reply; `many` pipelines and returns errors as values."""

    def __init__(self, port, user=None, password=None, timeout=20, protocol=3):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=timeout)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = self.socket.makefile("rb")
        self.pushes = []
        self.port = port
        if protocol == 3:
            self.call("HELLO", "3", *(["AUTH", user or "default", password] if password else []))

    @staticmethod
    def encoded(arguments):
        parts = [b"*%d\r\n" % len(arguments)]
        for argument in arguments:
            octets = argument if isinstance(argument, bytes) else str(argument).encode()
            parts.append(b"$%d\r\n%s\r\n" % (len(octets), octets))
        return b"".join(parts)

    def value(self):
        line = self.buffer.readline()
        if not line.endswith(b"\r\n"):
            raise ConnectionError("the server closed the connection")
        kind, rest = line[:1], line[1:-2]
        if kind == b"+":
            return rest.decode()
        if kind == b"-":
            return ReplyError(rest.decode())
        if kind == b":":
            return int(rest)
        if kind in b"$=!":
            if rest == b"-1":
                return None
            body = self.buffer.read(int(rest) + 2)[:-2]
            return ReplyError(body.decode()) if kind == b"!" else body[4:] if kind == b"=" else body
        if kind == b"_":
            return None
        if kind == b"#":
            return rest == b"t"
        if kind == b",":
            return float(rest)
        if kind in b"*~":
            return None if rest == b"-1" else [self.value() for _ in range(int(rest))]
        if kind == b">":
            return Push(self.value() for _ in range(int(rest)))
        if kind in b"%|":
            pairs = {}
            for _ in range(int(rest)):
                name = self.value()
                pairs[name.decode() if isinstance(name, bytes) else name] = self.value()
            return pairs if kind == b"%" else self.value()
        raise ValueError(line)

    def reply(self):
        while isinstance(value := self.value(), Push):
            self.pushes.append(list(value))
        return value

    def send(self, *arguments):
        self.socket.sendall(self.encoded(arguments))

    def call(self, *arguments):
        self.send(*arguments)
        reply = self.reply()
        if isinstance(reply, ReplyError):
            raise reply
        return reply

    def many(self, commands):
        self.socket.sendall(b"".join(map(self.encoded, commands)))
        return [self.reply() for _ in commands]

    def raw(self, *arguments):
        """The octets of one reply, for the notes."""
        self.socket.sendall(self.encoded(arguments) + self.encoded(("PING",)))
        octets = b""
        while not octets.endswith(b"+PONG\r\n"):
            octets += self.socket.recv(65536)
        return octets[:-7]

    def error(self, *arguments):
        """The text of the error reply; fails if there is none."""
        try:
            reply = self.call(*arguments)
        except ReplyError as error:
            return str(error)
        raise AssertionError(f"{arguments[0]} gave {reply!r} instead of an error")

    def info(self, section="everything"):
        lines = self.call("INFO", section).decode().splitlines()
        return dict(line.split(":", 1) for line in lines if ":" in line)

    def statistics(self):
        """Calls and microseconds of each command since CONFIG RESETSTAT."""
        result = {}
        for name, text in self.info("commandstats").items():
            fields = dict(part.split("=") for part in text.split(","))
            result[name.removeprefix("cmdstat_")] = (int(fields["calls"]), float(fields["usec"]))
        return result

    def close(self):
        self.buffer.close()
        self.socket.close()


class Server:
    """A server process on loopback, in a folder of its own."""

    def __init__(self, binary, port, *options, directory=None, wait=True):
        self.binary, self.port = binary, port
        self.directory = directory or tempfile.mkdtemp(prefix=f"store{port}-")
        if directory is None:
            atexit.register(shutil.rmtree, self.directory, ignore_errors=True)
        settings = {"port": port, "bind": "127.0.0.1", "dir": self.directory, "save": "", "appendonly": "no",
                    "repl-diskless-sync-delay": 0}
        words = list(options)
        while words:
            settings[words[0].removeprefix("--")] = words[1]
            words = words[2:]
        command = [binary]
        for name, value in settings.items():
            command += ["--" + name, str(value)]
        with open(self.directory + "/log", "ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log)
        atexit.register(self.stop)
        if wait:
            self.connect(wait=True).close()

    def connect(self, user=None, password=None, wait=False, protocol=3):
        for _ in range(400):
            try:
                connection = Connection(self.port, user, password, protocol=protocol)
                if wait:
                    connection.call("PING")
                return connection
            except (ConnectionError, OSError):
                time.sleep(0.02)
            except ReplyError as error:
                if not wait or error.name not in ("LOADING", "NOAUTH"):
                    raise
                if error.name == "NOAUTH":
                    return Connection(self.port, protocol=2)
                time.sleep(0.05)
        with open(self.directory + "/log", errors="replace") as log:
            last = "".join(log.readlines()[-5:])
        raise ConnectionError(f"no server at port {self.port}, exit status {self.process.poll()}:\n{last}")

    def cpu(self):
        """Seconds of processor time of the main thread."""
        with open(f"/proc/{self.process.pid}/task/{self.process.pid}/schedstat") as file:
            return int(file.read().split()[0]) / 1e9

    def stop(self, how=signal.SIGKILL):
        if self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait()


def until(condition, seconds=15):
    end = time.monotonic() + seconds
    while not (value := condition()):
        if time.monotonic() > end:
            raise TimeoutError("the condition was not reached")
        time.sleep(0.01)
    return value
