"""The rules of leases, within one node and between two."""
from sample import Session, busy, equal
from store import Node, key


class LeaseRules:
    # Leases

    def lease_creates_nothing(self):
        session, before = Session(), self.a.count()
        lease = self.a.lease(session.id)
        session.verify(self.a)
        equal(self.a.count(), before)
        assert 0 < self.a.connection.call("PTTL", key(session.id)) <= 65000
        self.a.release(lease)
        equal(self.a.connection.call("EXISTS", key(session.id)), 0)

    def begin_again(self):
        session = Session()
        for _ in range(3):
            for _ in range(3):
                equal(self.a.begin(session.id)[1], session.whole)
            session.replace(self.a)
            session.verify(self.a)

    def replaced(self):
        session = Session()
        first, second = self.a.lease(session.id), self.a.lease(session.id)
        equal(self.a.commit(first, "R", b"", session.element()), b"")
        session.replace(self.a, lease=second)
        for kind, element, new in session.changes():
            first, second = self.a.lease(session.id), self.a.lease(session.id)
            equal(self.a.commit(first, kind, session.revision, element, new), session.revision)
            equal(self.a.release(first), False)
            session.append(self.a, lease=second)
            equal(self.a.commit(first, "A", session.revision, session.element()), session.revision)
            session.verify(self.a)
            if new:
                equal(self.a.load(new), "missing")

    def replaced_by_ended(self):
        session = Session(self.a)
        first, second = self.a.lease(session.id), self.a.lease(session.id)
        self.a.release(second)
        equal(self.a.commit(first, "A", session.revision, session.element()), session.revision)
        session.append(self.a)
        equal(self.a.commit(first, "A", session.revision, session.element()), session.revision)

    def release(self):
        session = Session()
        self.a.release(self.a.lease(session.id))
        session.replace(self.b)
        self.a.release(self.a.lease(session.id))
        session.append(self.b)
        session.verify(self.a)

    def renew(self):
        session = Session()
        lease = self.a.lease(session.id)
        assert self.a.renew(lease)
        session.replace(self.a, lease=lease, keeps=True)
        assert self.a.renew(lease)
        session.append(self.a, lease=lease)
        equal(self.a.renew(lease), False)

    def lease_ends(self):
        a, b = Node(self.a.connection, 80), Node(self.b.connection, 80)
        for session in (Session(), Session(a, 1)):
            first = a.lease(session.id)
            busy(b, session.id)
            self.advance(80)
            equal(a.load(session.id), session.whole)
            second = b.lease(session.id)
            equal(a.renew(first), False)
            busy(a, session.id)
            for kind, element, new in session.changes():
                if session.log or kind == "R":
                    equal(a.commit(first, kind, session.revision, element, new), session.revision)
            session.replace(b, lease=second)
            session.verify(a)

    def ended_lease_is_good(self):
        a, b = Node(self.a.connection, 30), Node(self.b.connection, 30)
        for session in (Session(), Session(a, 1)):
            lease = a.lease(session.id)
            self.advance(60)
            assert a.renew(lease)
            busy(b, session.id)
            self.advance(60)
            session.replace(a, lease=lease)
            session.verify(b)

    def renewed_lease_is_full(self):
        a, b = Node(self.a.connection, 400), Node(self.b.connection, 400)
        session = Session(a)
        lease = a.lease(session.id)
        self.advance(250)
        assert a.renew(lease)
        self.advance(250)
        busy(b, session.id)
        session.append(a, lease=lease)

    def clock_set_back(self):
        """A deadline of more than two durations ahead does not lock the session out."""
        session = Session(self.a)
        Node(self.a.connection, 60000).lease(session.id)
        session.append(self.b)
        Node(self.a.connection, 9000).lease(session.id)
        busy(self.b, session.id)
