#!/usr/bin/env python3
"""Proves the library cairn1 on real servers: rules, races, faults, tracking, a cluster, figures.

usage: proof.py [redis|valkey] [section...]; the variables REDIS and VALKEY name the binaries.
"""
import random
import shutil
import socket
import sys
import time

from clusters import check_cluster
from faults import Faults
from figures import all_figures
from races import race, rename_race
from resp import Server
from rules import check_rules
from store import LIBRARY, REDIS, VALKEY, install
from tracking import Tracking


def free_ports(count=120):
    """The first of `count` ports of which none is in use."""
    for first in random.sample(range(20000, 32000, count), 50):
        sockets = []
        try:
            for port in range(first, first + count):
                sockets.append(socket.socket())
                sockets[-1].bind(("127.0.0.1", port))
            return first
        except OSError:
            continue
        finally:
            for one in sockets:
                one.close()
    raise SystemExit("no free ports")


PORT = free_ports()
say = print


def note(name, text):
    say(f"  {name}: {text}")


def replies(binary):
    """The octets of each reply."""
    server = Server(binary, PORT)
    connection = server.connect()
    install(connection)
    first, second = b"\0\0\0\0\1SALT", b"\0\0\0\0\2SALT"
    for label, function, *arguments in (
            ("load, missing", "load", b""), ("begin, missing", "begin", b"", b"nodenode", b"token001", 5000),
            ("begin, busy", "begin", b"", b"another.", b"token002", 5000),
            ("commit, overtaken, no session", "commit", b"wrong...", b"", "R", 0, 60, first + b"one"),
            ("commit, done", "commit", b"token001", b"", "R", 0, 60, first + b"one"),
            ("commit, overtaken", "commit", b"token001", b"", "R", 0, 60, first + b"one"),
            ("load, whole", "load", b""), ("load, unchanged", "load", first),
            ("begin, unchanged", "begin", first, b"nodenode", b"token003", 5000),
            ("renew, done", "renew", b"token003", 5000), ("renew, ended", "renew", b"token001", 5000),
            ("commit, done", "commit", b"token003", first, "A", 0, 60, second + b"two"),
            ("load, tail", "load", first), ("release, ended", "release", b"token003"),
            ("touch, done", "touch", 60), ("remove, done", "remove"), ("remove, missing", "remove"),
            ("touch, missing", "touch", 60), ("check", "check"), ("count", "count"),
            ("commit, not possible", "commit", b"token003", b"", "A", 0, 60, second + b"two")):
        command = "FCALL_RO" if function in ("load", "check", "count") else "FCALL"
        say(f"  {label}: {connection.raw(command, 'cairn1_' + function, 1, 'cairn:{AAAA}x', *arguments)}")
    server.stop()


def rules(binary):
    options = ("--appendonly", "yes", "--appendfsync", "always")
    server = Server(binary, PORT, *options)
    current = [server]

    def again():
        current[0].stop()
        current[0] = Server(binary, PORT, *options, directory=server.directory)
        return current[0]

    say(f"  {len(check_rules([server, again]))} rules hold")
    current[0].stop()


def races(binary):
    server = Server(binary, PORT)
    for label, *arguments in (("64 threads on 2 nodes", 2), ("64 threads on 64 nodes", 64),
                              ("64 threads on 2 nodes, with checkpoints", 2, 64, 8, True)):
        say(f"  {label}: {race(server, *arguments)}; the log is one chain, each commit that is done is in it once")
    say(f"  {rename_race(server)} races of an append and a new id: never both done")
    server.stop()


def mutants(binary):
    """Each change of the library must break a rule; otherwise the rules prove little."""
    import rules as rules_module
    changes = [
        ("not has_token(lease, token) or revision ~= expected", "revision ~= expected"),
        ("not has_token(lease, token) or revision ~= expected", "not has_token(lease, token)"),
        ("if remaining > 0 and remaining <= 2 * duration", "if remaining > 0"),
        ("if remaining > 0 and", "if false and"),
        ("string.sub(lease, 2, 9) ~= node", "true"),
        ("if state(new_key) ~= ''", "if false"),
        ("if revision == '' and new_key then", "if false then"),
        ("redis.call('DEL', key, new_key)", "redis.call('DEL', new_key)"),
        ("    redis.call('DEL', key)\n", ""),
        ("  redis.call('EXPIRE', key, life)\n", ""),
        ("if keeps == '1' then", "if false then"),
        ("if state(keys[1]) == '' then return 0 end\n  return redis.call('EXPIRE'", "return redis.call('EXPIRE'"),
        ("if not has_token(lease, args[1]) then return 0 end\n  redis.call('RPOP'", "redis.call('RPOP'"),
        ("== known then\n", "~= 'x' then\n"),
        ("if #log > stop - start then", "if false then"),
        ("lease and -2 or -1", "-1"),
        ("return lack(key, args[1], revision, -2)", "return lack(key, args[1], revision, -1)"),
        ("(new_lease(string.sub(lease, 2, 9), args[1], duration, revision))", "lease"),
        ("if revision == '' then redis.call('PEXPIRE', key, duration + GRACE) end", ""),
        ("if state(key) ~= '' then sessions", "if true then sessions"),
        ("if revision ~= expected then return", "if false then return"),
        ("return revision == '' and 0 or revision end\n  redis.call('RPUSH', keys[1], record)",
         "return 0 end\n  redis.call('RPUSH', keys[1], record)"),
        ("string.sub(record, 10, 10) ~= 'R'", "false"),
        ("string.sub(checkpoint, 10, 10) ~= 'C'", "false"),
        ("if element and string.sub(element, 1, REVISION) == revision then", "if element then"),
        ("if behind < 0 then return end", ""),
        ("not index or string.sub(element, 10, 10) ~= 'R'", "not index"),
        ("index < -1 and redis.call('LRANGE', key, index + 1, -1) or {}", "{}"),
        ("index < -1 and redis.call", "redis.call"),
        ("checkpoint, revision .. 'E')", "checkpoint)"),
        ("if not place(keys[1], newest, args[1]) then return 0 end", ""),
        ("  redis.call('RPUSH', keys[2], '')\n", ""),
        ("  redis.call('DEL', keys[2])\n", ""),
    ]
    original, survivors = rules_module.install, []
    for old, new in changes:
        assert old in LIBRARY, old
        changed = LIBRARY.replace(old, new)
        rules_module.install = lambda connection: connection.call("FUNCTION", "LOAD", "REPLACE", changed)
        server = Server(binary, PORT)
        try:
            check_rules([server, None])
            survivors.append(new or old)
        except AssertionError:
            pass
        server.stop()
    rules_module.install = original
    assert not survivors, survivors
    say(f"  each of {len(changes)} changes of the library breaks a rule")


SECTIONS = {
    "replies": replies,
    "rules": rules,
    "mutants": mutants,
    "races": races,
    "faults": lambda binary: Faults(binary, PORT, say).all(),
    "tracking": lambda binary: Tracking(Server(binary, PORT + 40), say).all(),
    "cluster": lambda binary: check_cluster(binary, PORT + 50, say, note),
    "figures": lambda binary: all_figures(binary, PORT + 60, say),
}


def main(words):
    engines = {"redis": REDIS, "valkey": VALKEY}
    chosen = [word for word in words if word in engines] or list(engines)
    sections = [word for word in words if word in SECTIONS] or list(SECTIONS)
    for engine in chosen:
        if not shutil.which(engines[engine]):
            say(f"{engine}: skipped, because {engines[engine]} is not installed")
            continue
        for section in sections:
            started = time.monotonic()
            say(f"{engine}: {section}")
            SECTIONS[section](engines[engine])
            say(f"  passed in {time.monotonic() - started:.1f} s")


if __name__ == "__main__":
    main(sys.argv[1:])
