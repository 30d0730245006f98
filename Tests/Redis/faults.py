"""Provokes each error reply of a server and records its text."""
import os
import signal
import time

from resp import Connection, ReplyError, Server, until
from sample import Session, equal
from store import LIFE, LIBRARY, Node, identifier, install, key

LOOP = """#!lua name=loop
redis.register_function{function_name='loop', flags={'no-writes'}, callback=function() while true do end end}"""
COMMANDS = ("fcall fcall_ro function|load role wait client|tracking scan "
            "lindex lrange lset rpush rpop del expire pexpire time").split()


def call(node, function, session, *arguments):
    return ("FCALL", "cairn1_" + function, 1, key(session), *arguments)


def begin(node, session):
    return call(node, "begin", session, b"", node.node, b"tokentok", 5000)


def commit(node, lease, session, function="commit"):
    return call(node, function, session.id, lease.token, session.revision, "A", 0, LIFE, session.element())


class Faults:
    def __init__(self, binary, port, say):
        self.binary, self.port, self.say, self.texts = binary, port, say, {}

    def start(self, offset=0, *options, **more):
        server = Server(self.binary, self.port + offset, *options, **more)
        return server

    def note(self, name, text):
        self.texts.setdefault(name, text)
        self.say(f"  {name}: {text}")

    def ready(self, server):
        node = Node(server.connect())
        install(node.connection)
        return node

    def authentication(self):
        server = self.start(0, "--requirepass", "secret")
        bare = Connection(server.port, protocol=2)
        self.note("NOAUTH", bare.error("FCALL", "cairn1_load", 1, "k", ""))
        self.note("NOAUTH of HELLO 3", bare.error("HELLO", "3"))
        self.note("WRONGPASS", bare.error("HELLO", "3", "AUTH", "default", "wrong"))
        server.connect(password="secret")
        server.stop()

    def memory(self):
        server = self.start()
        node = self.ready(server)
        kept, removed = Session(node, 1), Session(node, 1)
        lease, other = node.lease(kept.id), node.lease(removed.id)
        connection = node.connection
        connection.call("CONFIG", "SET", "maxmemory", "1")
        fresh = identifier()
        self.note("OOM begin", connection.error(*begin(node, fresh)))
        self.note("OOM commit", connection.error(*commit(node, lease, kept)))
        self.note("OOM function load", connection.error("FUNCTION", "LOAD", LIBRARY.replace("cairn1", "cairn2")))
        kept.verify(node)
        equal(node.load(kept.id, kept.revision), "same")
        equal(connection.call("FCALL", "cairn1_load", 1, key(kept.id), kept.revision), 1)
        assert node.renew(lease) and node.touch(kept.id)
        equal(connection.call(*commit(node, lease, kept, "commit_admitted")), 1)
        assert node.release(other)
        equal(node.remove(removed.id), 1)
        connection.call("CONFIG", "SET", "maxmemory", "0")
        equal(connection.call("EXISTS", key(fresh)), 0)
        Session(node, 1)
        server.stop()

    def functions(self):
        server = self.start()
        connection = server.connect()
        self.note("Function not found", connection.error("FCALL", "cairn1_begin", 1, "k"))
        self.note("NOSCRIPT", connection.error("EVALSHA", "0" * 40, 0))
        install(connection)
        self.note("already exists", connection.error("FUNCTION", "LOAD", LIBRARY))
        install(connection)
        connection.call("MULTI")
        connection.error("FCALL")
        self.note("EXECABORT", connection.error("EXEC"))
        self.note("WRONGTYPE", (connection.call("SET", "cairn:x", "y"),
                                connection.error("FCALL", "cairn1_load", 1, "cairn:x", ""))[1])
        connection.call("FUNCTION", "LOAD", LOOP)
        connection.call("CONFIG", "SET", "busy-reply-threshold", "30")
        looping = server.connect()
        looping.send("FCALL", "loop", 0)
        node = Node(connection)
        def busy():
            try:
                node.load(identifier())
            except ReplyError as error:
                return str(error)
        self.note("BUSY", until(busy))
        connection.call("FUNCTION", "KILL")
        self.note("of a killed function", str(looping.reply()))
        node.load(identifier())
        server.stop()

    def permissions(self):
        """Removes each permission in turn: all that remain are needed."""
        server = self.start()
        admin = server.connect()

        def attempt(commands):
            admin.call("FLUSHALL")
            admin.call("FUNCTION", "FLUSH")
            admin.call("ACL", "SETUSER", "cairn", "reset", "on", ">secret", "~cairn:*", "-@all",
                       *["+" + command for command in commands])
            connection = server.connect("cairn", "secret")
            connection.call("ROLE")
            connection.call("CLIENT", "TRACKING", "ON")
            install(connection)
            lacking = connection.call("FCALL_RO", "cairn1_check", 1, "cairn:x")
            node = Node(connection)
            try:
                session = Session(node, 2)
                lease = node.lease(session.id)
                node.renew(lease)
                node.release(lease)
                node.release(node.lease(identifier()))
                node.touch(session.id)
                node.load(session.id, session.log[0][:9])
                session.replace(node)
                session.replace(node, new=identifier(session.id[:3]))
                connection.call("WAIT", 0, 0)
                node.count()
                node.remove(session.id)
            except ReplyError as error:
                assert not lacking or str(error), lacking
                raise ReplyError(f"{error} [check: {', '.join(name.decode() for name in lacking)}]") from error
            equal(lacking, [], "check")
            return connection

        connection = attempt(COMMANDS)
        self.note("NOPERM key", connection.error("FCALL_RO", "cairn1_load", 1, "other:k", ""))
        self.note("NOPERM command", connection.error("GET", "cairn:x"))
        for command in COMMANDS:
            try:
                attempt([other for other in COMMANDS if other != command])
            except ReplyError as error:
                self.say(f"  without +{command}: {error}")
            else:
                raise AssertionError(f"+{command} is not needed")
        admin.call("ACL", "DELUSER", "cairn")
        server.stop()

    def refuses_all_writes(self, name, node, session, lease):
        for function, *arguments in (("renew", lease.token, 5000), ("release", lease.token), ("touch", LIFE),
                                     ("remove",)):
            text = node.connection.error(*call(node, function, session.id, *arguments))
            assert text.startswith(name), text
        self.say(f"  {name} also for renew, release, touch and remove; load is answered")

    def replication(self):
        primary = self.start()
        node = self.ready(primary)
        replica = self.start(1, "--replicaof", f"127.0.0.1 {primary.port}")
        link = replica.connect()
        until(lambda: link.info("replication")["master_link_status"] == "up")
        session = Session(node, 3)
        lease = node.lease(session.id)
        equal(node.connection.call("WAIT", 1, 1000), 1)
        self.say("  WAIT 1 after FCALL begin: 1")
        reader = Node(replica.connect())
        session.verify(reader)
        self.note("READONLY", reader.connection.error(*begin(reader, session.id)))
        equal(reader.connection.call("FCALL", "cairn1_load", 1, key(session.id), session.revision), 1)
        self.say("  on a replica, FCALL_RO and FCALL of load are answered")
        replica.process.send_signal(signal.SIGSTOP)
        started = time.monotonic()
        replies = node.connection.many([commit(node, lease, session), ("WAIT", 1, 150)])
        equal(replies, [1, 0])
        self.say(f"  a commit and WAIT 1 150 with a paused replica: {replies} after {time.monotonic() - started:.2f} s")
        node.load(session.id)
        equal(node.connection.call("WAIT", 1, 100), 0)
        other = primary.connect()
        other = Node(primary.connect())
        repeated = ("FCALL", "cairn1_commit", 1, key(session.id), lease.token, session.revision, "A", 0, LIFE,
                    node.load(session.id)[1][-1])
        replies = other.connection.many([repeated, ("WAIT", 1, 100)])
        assert len(replies[0]) == 9, replies
        self.say(f"  a repeated commit on another connection, then WAIT 1 100: {replies[1]} (1 would be wrong)")
        replies = other.connection.many([call(other, "touch", session.id, LIFE), ("WAIT", 1, 100)])
        equal(replies, [1, 0])
        self.say("  a touch on that connection, then WAIT 1 100: 0 (right on both engines)")
        replica.process.send_signal(signal.SIGCONT)
        equal(node.connection.call("WAIT", 1, 3000), 1)
        session.log = node.load(session.id)[1]
        # The reactions that need a replica or a primary that is away.
        lease = node.lease(session.id)
        node.connection.call("CONFIG", "SET", "min-replicas-to-write", "2")
        self.note("NOREPLICAS", node.connection.error(*begin(node, session.id)))
        self.note("NOREPLICAS commit", node.connection.error(*commit(node, lease, session)))
        self.refuses_all_writes("NOREPLICAS", node, session, lease)
        session.verify(node)
        node.connection.call("CONFIG", "SET", "min-replicas-to-write", "0")
        equal(node.connection.call("WAIT", 1, 1000), 1)
        stale = replica.connect()
        stale.call("CONFIG", "SET", "replica-serve-stale-data", "no")
        primary.stop()
        until(lambda: link.info("replication")["master_link_status"] == "down")
        self.note("MASTERDOWN", stale.error("FCALL_RO", "cairn1_load", 1, key(session.id), ""))
        self.note("MASTERDOWN of begin", stale.error(*begin(node, session.id)))
        stale.call("REPLICAOF", "NO", "ONE")
        node.connection = replica.connect()
        session.verify(node)
        session.append(node, lease=lease)
        self.say("  after the failover the functions, the log and the held lease are there; the commit is done")
        replica.stop()

    def saving(self):
        server = self.start(0, "--save", "3600 1000000")
        node = self.ready(server)
        session = Session(node)
        lease = node.lease(session.id)
        os.mkdir(server.directory + "/dump.rdb")
        node.connection.call("BGSAVE")
        until(lambda: node.connection.info("persistence")["rdb_last_bgsave_status"] == "err")
        self.note("MISCONF", node.connection.error(*begin(node, session.id)))
        self.note("MISCONF commit", node.connection.error(*commit(node, lease, session)))
        self.refuses_all_writes("MISCONF", node, session, lease)
        session.verify(node)
        server.stop()

    def loading(self):
        server = self.start()
        node = self.ready(server)
        node.connection.many([["SET", f"k{number}", "x" * 100] for number in range(3000)])
        session = Session(node)
        node.connection.call("SAVE")
        server.stop()
        server = self.start(0, "--key-load-delay", "300", "--loading-process-events-interval-bytes", "1024",
                            directory=server.directory, wait=False)
        node.connection = server.connect()
        self.note("LOADING", node.connection.error(*begin(node, session.id)))
        self.note("LOADING of load", node.connection.error("FCALL_RO", "cairn1_load", 1, key(session.id), ""))
        def loaded():
            try:
                return node.load(session.id)
            except ReplyError as error:
                assert error.name == "LOADING", error
        until(loaded)
        session.append(node)
        self.say("  functions are loaded from the RDB file")
        server.stop()
        os.remove(server.directory + "/dump.rdb")
        server = self.start(0, directory=server.directory)
        self.note("restarted empty", server.connect().error(*begin(node, session.id)))
        server.stop()

    def all(self):
        for check in (self.authentication, self.functions, self.memory, self.permissions, self.replication,
                      self.saving, self.loading):
            self.say(check.__name__)
            check()
