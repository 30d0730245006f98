"""The store of one node, as a client has to write it: keys, arguments and replies of the library cairn1."""
import base64
import hashlib
import os
import secrets
import struct

from resp import ReplyError

HERE = os.path.dirname(os.path.abspath(__file__))
LIBRARY = open(HERE + "/../../Sources/SessionsRedis/cairn1.lua").read()
REDIS = os.environ.get("REDIS", "redis-server")
VALKEY = os.environ.get("VALKEY", "valkey-server")
LIFE = 86400


def identifier(placement=None):
    return (placement or secrets.token_bytes(3)) + secrets.token_bytes(13)


def key(session, prefix="cairn:"):
    """`<prefix>{<24 bits of placement>}<96 bits of the SHA-256 digest of the id>`, base64url: 28 octets."""
    placement = base64.urlsafe_b64encode(session[:3]).decode()
    digest = base64.urlsafe_b64encode(hashlib.sha256(session).digest()[:12]).decode()
    return f"{prefix}{{{placement}}}{digest}"


def revision(number, salt):
    return struct.pack(">Q", number)[3:] + struct.pack(">I", salt)


def parts(octets):
    return int.from_bytes(octets[:5], "big"), int.from_bytes(octets[5:9], "big")


def following(earlier, salt=None):
    number = int.from_bytes(earlier[:5], "big") if earlier else 0
    return revision(number + 1, secrets.randbits(32) if salt is None else salt)


class Busy(Exception):
    def __init__(self, remaining):
        self.remaining = remaining


class Lease:
    def __init__(self, session, token):
        self.session, self.token = session, token


class Node:
    """Loaded values: "missing", "same", ("tail", elements), ("whole", elements). An element is revision + payload."""

    def __init__(self, connection, duration=5000, life=LIFE):
        self.connection, self.duration, self.life = connection, duration, life
        self.node = secrets.token_bytes(8)

    def run(self, function, keys, *arguments, only_reads=False):
        name = "FCALL_RO" if only_reads else "FCALL"
        return self.connection.call(name, "cairn1_" + function, len(keys), *map(key, keys), *arguments)

    @staticmethod
    def loaded(reply):
        if reply == 0:
            return "missing"
        if reply == 1:
            return "same"
        return ({2: "tail", 3: "whole"}[reply[0]], reply[1:])

    def load(self, session, known=b""):
        return self.loaded(self.run("load", [session], known, only_reads=True))

    def begin(self, session, known=b""):
        token = secrets.token_bytes(8)
        reply = self.run("begin", [session], known, self.node, token, self.duration)
        if isinstance(reply, int) and reply < 0:
            raise Busy(-reply)
        return Lease(session, token), self.loaded(reply)

    def lease(self, session, known=b""):
        return self.begin(session, known)[0]

    def commit(self, lease, kind, expected, element, new=None, keeps=False, function="commit"):
        """True if done, otherwise the revision that the session has, b"" if there is no session."""
        keys = [lease.session] + ([new] if new else [])
        reply = self.run(function, keys, lease.token, expected or b"", kind, int(keeps), self.life, element)
        return True if reply == 1 else b"" if reply == 0 else reply

    def renew(self, lease):
        return self.run("renew", [lease.session], lease.token, self.duration) == 1

    def release(self, lease):
        return self.run("release", [lease.session], lease.token) == 1

    def touch(self, session):
        return self.run("touch", [session], self.life) == 1

    def remove(self, session):
        return self.run("remove", [session])

    def count(self):
        cursor, found = b"0", 0
        while True:
            cursor, keys = self.connection.call("SCAN", cursor, "MATCH", "cairn:*", "COUNT", 500, "TYPE", "list")
            if keys:
                found += self.connection.call("FCALL_RO", "cairn1_count", len(keys), *keys)
            if cursor == b"0":
                return found


def install(connection):
    try:
        connection.call("FUNCTION", "LOAD", LIBRARY)
    except ReplyError as error:
        if "already exists" not in str(error):
            raise
