"""The messages of CLIENT TRACKING to a connection that loads sessions."""
from resp import until
from sample import Session
from store import Node, identifier, install, key


class Tracking:
    def __init__(self, server, say):
        self.server, self.say = server, say
        self.writer, self.other = Node(server.connect()), Node(server.connect())
        install(self.writer.connection)

    def pushes(self, reader):
        """The pushes so far: those for a write are sent before the answer to a later PING."""
        reader.call("PING")
        pushes, reader.pushes = reader.pushes, []
        return pushes

    def wait_for_expiry(self, session):
        until(lambda: self.writer.connection.call("EXISTS", key(session.id)) == 0)

    def effect(self, action, name, options=(), load=("FCALL_RO",), session=None):
        """Loads a session on a tracking connection, acts on another one, and notes the pushes."""
        session = session or Session(self.writer, 1)
        reader = self.server.connect()
        reader.call("CLIENT", "TRACKING", "ON", *options)
        if "OPTIN" in options and "yes" in load:
            reader.call("CLIENT", "CACHING", "YES")
        reader.call(load[0], "cairn1_load", 1, key(session.id), session.revision)
        names = {key(session.id).encode(): "session"}
        action(session, reader)
        names[key(session.id).encode()] = names.get(key(session.id).encode(), "new id")
        found = []
        for push in self.pushes(reader):
            assert push[0] == b"invalidate"
            found.append([names.get(name, "other") for name in push[1]] if push[1] is not None else None)
        self.say(f"  {name}: {found}")
        reader.close()
        return found

    def own_begin(self, options, label):
        """A begin on the tracking connection that returns no elements, then a write on another one."""
        counts = []

        def action(session, reader):
            own = Node(reader)
            lease = own.lease(session.id, session.revision)
            counts.append(len(self.pushes(reader)))
            own.connection = self.writer.connection
            session.append(own, lease=lease)

        found = self.effect(
            action, f"begin of a current copy on the tracking connection, {label}, then a commit on another", options)
        self.say(f"    (pushes for its own begin: {counts[0]})")
        return found

    def all(self):
        node, effect = self.writer, self.effect
        assert effect(lambda s, r: None, "nothing") == []
        assert effect(lambda s, r: node.load(s.id), "another load") == []
        assert effect(lambda s, r: node.lease(s.id), "begin") == [["session"]]
        def renew(session, reader):
            lease = node.lease(session.id)
            reader.call("FCALL_RO", "cairn1_load", 1, key(session.id), session.revision)
            node.renew(lease)
        assert effect(renew, "begin, load again, renew") == [["session"], ["session"]]

        def refused(session, reader):
            node.release(node.lease(session.id))
        effect(refused, "begin, release")
        assert effect(lambda s, r: s.append(node), "begin, commit append") == [["session"]]
        def act_and_load(session, reader):
            lease = node.lease(session.id)
            reader.call("FCALL_RO", "cairn1_load", 1, key(session.id), session.revision)
            session.append(node, lease=lease)
        assert effect(act_and_load, "begin, load again, commit") == [["session"], ["session"]]
        assert effect(lambda s, r: s.replace(node), "begin, commit replace")
        assert effect(lambda s, r: s.replace(node, new=identifier(s.id[:3])), "begin, commit new id") == [["session"]]
        assert effect(lambda s, r: node.touch(s.id), "touch") == [["session"]]
        assert effect(lambda s, r: node.remove(s.id), "remove") == [["session"]]
        assert effect(lambda s, r: s.replace(node), "creation of a session that was missing",
                      session=Session()) == [["session"]]
        def expire(session, reader):
            node.connection.call("PEXPIRE", key(session.id), 1)
            self.pushes(reader)
            self.wait_for_expiry(session)
        assert effect(expire, "expiry, after the push for PEXPIRE") == []
        def expire_tracked(session, reader):
            node.connection.call("PEXPIRE", key(session.id), 60)
            reader.call("FCALL_RO", "cairn1_load", 1, key(session.id), session.revision)
            self.pushes(reader)
            self.wait_for_expiry(session)
        assert effect(expire_tracked, "expiry of a tracked key") == [["session"]]
        assert effect(lambda s, r: s.append(node), "the same after FCALL load", load=("FCALL",)) == [["session"]]
        assert effect(lambda s, r: s.append(node), "OPTIN without CACHING YES", ("OPTIN",)) == []
        assert effect(lambda s, r: s.append(node), "OPTIN with CACHING YES", ("OPTIN",), ("FCALL_RO", "yes")) == [
            ["session"]]
        def own(session, reader):
            own = Node(reader)
            session.append(own)
        effect(own, "begin and commit on the tracking connection itself")
        effect(own, "the same with NOLOOP", ("NOLOOP",))
        self.own_begin(("NOLOOP",), "NOLOOP")
        self.own_begin((), "without NOLOOP")
        effect(lambda s, r: s.append(node), "BCAST PREFIX cairn:", ("BCAST", "PREFIX", "cairn:"))
        effect(lambda s, r: node.connection.call("FLUSHALL"), "FLUSHALL")
