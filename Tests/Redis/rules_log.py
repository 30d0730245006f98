"""The rules of reading and committing."""
from sample import Session, busy, equal, refused
from store import Lease, Node, following, identifier, key, parts, revision


class LogRules:
    # Reading

    def missing(self):
        session = Session()
        session.verify(self.a)
        equal(self.a.load(session.id, following(b"")), "missing")

    def unchanged(self):
        session = Session(self.a)
        equal(self.a.load(session.id, session.revision), "same")
        session.append(self.a)
        equal(self.a.load(session.id, session.revision), "same")

    def tail(self):
        session = Session(self.a, 70)
        for held in (False, True):
            for position, element in enumerate(session.log[:-1]):
                equal(self.b.load(session.id, element[:9]), ("tail", session.log[position + 1:]))
            lease = self.a.lease(session.id)
            equal(self.b.load(session.id, session.revision), "same")
        self.a.release(lease)

    def unknown(self):
        session = Session(self.a, 3)
        salt = parts(session.revision)[1]
        for number in (0, 5, 1000, 2**32 + 2, 2**40 - 1, 0xFEFFFFFFFF):
            equal(self.a.load(session.id, revision(number, salt)), session.whole)
        for known in (b"x", b"\xff" * 9, b"\0" * 8, b"\0" * 10):
            equal(self.a.load(session.id, known), session.whole)

    def other_salt(self):
        session = Session(self.a, 3)
        for element in session.log:
            number, salt = parts(element)
            for bit in (1, 0x80000000):
                other = revision(number, salt ^ bit)
                equal(self.a.load(session.id, other), session.whole)
                lease, loaded = self.a.begin(session.id, other)
                equal(loaded, session.whole)
                equal(self.a.load(session.id, other), session.whole)
                self.a.release(lease)

    def checkpoint(self):
        session = Session(self.a, 3)
        replaced = session.log
        session.replace(self.a)
        for element in replaced:
            equal(self.a.load(session.id, element[:9]), session.whole)
        checkpoint = session.revision
        session.append(self.a)
        equal(self.a.load(session.id, checkpoint), ("tail", session.log[1:]))
        session.verify(self.a)

    def begin_is_load(self):
        session = Session(self.a, 3)
        for known in [b"", revision(99, 9)] + [element[:9] for element in session.log]:
            loaded = self.a.load(session.id, known)
            lease, begun = self.a.begin(session.id, known)
            equal(begun, loaded)
            equal(self.b.load(session.id, known), loaded)
            assert self.a.release(lease)
        lease, begun = self.a.begin(identifier(), following(b""))
        equal(begun, "missing")
        self.a.release(lease)

    def octets(self):
        each = bytes(range(256))
        payloads = [b"", b"\0", each[::-1], b"\r\n$-1\r\n", b"\xff\xfe\x80", b"", b"\n", b"123", b"-1",
                    bytes((n * 31 + (n >> 8)) & 255 for n in range(65536)), b"", b"after"]
        session = Session()
        session.replace(self.a, payload=each)
        for payload in payloads:
            session.append(self.a, payload=payload)
            session.verify(self.b)
        for payload in (b"", payloads[9], each):
            session.replace(self.a, payload=payload)
            session.verify(self.b)

    def each_octet_in_arguments(self):
        """Tokens, nodes, salts and ids of any octets."""
        for octet in range(256):
            fill = bytes([octet])
            node = Node(self.a.connection)
            node.node = fill * 8
            session = Session()
            session.id = fill * 16
            lease = Lease(session.id, fill * 8)
            equal(node.run("begin", [session.id], b"", node.node, lease.token, 5000), 0)
            element = b"\0\0\0\0\1" + fill * 4 + fill * 3
            equal(node.commit(lease, "R", b"", element), True)
            equal(self.b.load(session.id), ("whole", [element]))
            node.remove(session.id)

    # Committing

    def other_revision(self):
        session = Session(self.a, 2)
        number, salt = parts(session.revision)
        for other in (session.log[0][:9], revision(number, salt ^ 1), revision(number - 1, salt),
                      following(session.revision), b""):
            for kind, element, new in session.changes():
                lease = self.a.lease(session.id)
                if kind == "A" and not other:
                    refused(lambda: self.a.commit(lease, kind, other, element, new))
                else:
                    equal(self.a.commit(lease, kind, other, element, new), session.revision)
                session.verify(self.a)
                if new:
                    equal(self.a.load(new), "missing")
        session.append(self.a)
        session.verify(self.b)

    def no_session(self):
        session, before = Session(), self.a.count()
        for kind, element, new in session.changes():
            lease = self.a.lease(session.id)
            equal(self.a.commit(lease, kind, revision(1, 1), element, new), b"")
            session.verify(self.a)
            if new:
                equal(self.a.load(new), "missing")
        equal(self.a.count(), before)

    def append_without_session(self):
        session, before = Session(), self.a.count()
        lease = self.a.lease(session.id)
        refused(lambda: self.a.commit(lease, "A", b"", session.element()))
        session.verify(self.a)
        equal(self.a.count(), before)
        session.replace(self.a)

    def wrong_arguments(self):
        session = Session(self.a, 1)
        lease = self.a.lease(session.id)
        element = session.element()
        for life in (0, -1, 1.5, "x", "", "inf", "nan", "1e3000", 2**40):
            node = Node(self.a.connection, life=life)
            refused(lambda: node.commit(lease, "A", session.revision, element))
        for wrong in (b"", b"short", b"\xff" * 20):
            refused(lambda: self.a.commit(lease, "A", session.revision, wrong))
        refused(lambda: self.a.commit(lease, "X", session.revision, element))
        refused(lambda: self.a.commit(lease, "R", session.revision, element, identifier(session.id[:3]), keeps=True))
        refused(lambda: self.a.commit(lease, "A", session.revision, element, identifier(session.id[:3])))
        for arguments in ((b"", b"short", b"t" * 8, 5), (b"", b"n" * 8, b"", 5), (b"", b"n" * 8, b"t" * 8, 0),
                          (b"", b"n" * 8, b"t" * 8, "x"), ()):
            refused(lambda: self.a.run("begin", [session.id], *arguments))
        refused(lambda: self.a.run("renew", [session.id], lease.token))
        refused(lambda: self.a.run("touch", [session.id]))
        session.verify(self.a)
        session.append(self.a, lease=lease)

    def twice(self):
        session = Session(self.a, 1)
        for kind in "AR":
            for keeps in (False, True):
                lease, expected, element = session.make(self.a, kind, keeps=keeps)
                equal(self.a.commit(lease, kind, expected, element, None, keeps), session.revision)
                session.verify(self.a)
                later = self.a.lease(session.id)
                equal(self.a.commit(later, kind, expected, element, None, keeps), session.revision)
                session.verify(self.a)
        fresh = Session()
        lease, expected, element = fresh.replace(self.a)
        equal(self.a.commit(lease, "R", expected, element), fresh.revision)

    def keeps_lease(self):
        session = Session()
        lease = self.a.lease(session.id)
        session.replace(self.a, lease=lease, keeps=True)
        busy(self.b, session.id)
        session.append(self.a, lease=lease, keeps=True)
        busy(self.b, session.id)
        session.replace(self.a, lease=lease, keeps=True)
        busy(self.b, session.id)
        equal(self.b.load(session.id, session.revision), "same")
        session.verify(self.b)
        session.append(self.a, lease=lease)
        session.append(self.b)
        session.verify(self.a)

    def refusal_writes_nothing(self):
        session = Session(self.a, 1)
        late = self.a.lease(session.id)
        lease = self.a.lease(session.id)
        self.a.connection.call("EXPIRE", key(session.id), 1000)
        connection = self.a.connection
        changes = "rdb_changes_since_last_save"
        dump, dirty = connection.call("DUMP", key(session.id)), connection.info("persistence")[changes]
        for kind, element, new in session.changes():
            equal(self.a.commit(late, kind, session.revision, element, new), session.revision)
            equal(self.a.commit(lease, kind, session.log[0][:9], element, new), session.revision)
        busy(self.b, session.id)
        self.a.load(session.id)
        equal(self.a.release(late), False)
        equal(self.a.renew(late), False)
        equal(connection.call("DUMP", key(session.id)), dump)
        equal(connection.info("persistence")[changes], dirty)
        assert connection.call("TTL", key(session.id)) <= 1000
        session.append(self.a, lease=lease)
        assert connection.call("TTL", key(session.id)) > 1000
