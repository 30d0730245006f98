"""The rules of new ids, removal, life, and two processes."""
from sample import Session, busy, equal, refused
from store import Node, identifier, key


class LifeRules:
    # New ids

    def new_id(self):
        session = Session(self.a, 3)
        old, known = session.id, session.revision
        session.replace(self.a, new=identifier(old[:3]))
        for revisions in (b"", known, session.revision):
            equal(self.b.load(old, revisions), "missing")
        session.verify(self.b)
        equal(self.b.load(session.id, known), session.whole)
        equal(self.a.connection.call("EXISTS", key(old)), 0)
        session.append(self.b)
        session.replace(self.b, new=identifier(old[:3]))
        session.verify(self.a)

    def new_id_twice(self):
        session = Session(self.a, 1)
        old = session.id
        lease, expected, element = session.replace(self.a, new=identifier(old[:3]))
        equal(self.a.commit(lease, "R", expected, element, session.id), session.revision)
        later, loaded = self.a.begin(old)
        equal(loaded, "missing")
        equal(self.a.commit(later, "R", expected, element, session.id), session.revision)
        session.verify(self.a)
        equal(self.a.load(old), "missing")
        third = self.a.lease(session.id)
        equal(self.a.commit(later, "R", expected, element, session.id), session.revision)
        session.append(self.a, lease=third)

    def new_id_old_lease(self):
        session = Session(self.a, 1)
        old, count = session.id, self.a.count()
        lease, _, _ = session.replace(self.a, new=identifier(old[:3]))
        for expected in (session.revision, session.log[0][:9]):
            for kind, element, new in session.changes():
                new = new and identifier(old[:3])
                equal(self.a.commit(lease, kind, expected, element, new), b"")
                equal(self.a.load(old), "missing")
                if new:
                    equal(self.a.load(new), "missing")
        equal(self.a.count(), count)
        session.verify(self.a)

    def new_id_of_new_session(self):
        """A first commit that gives another id at once."""
        session = Session()
        old = session.id
        session.replace(self.a, new=identifier(old[:3]))
        session.verify(self.b)
        equal(self.a.connection.call("EXISTS", key(old)), 0)

    def taken_id(self):
        session = Session(self.a, 1)
        other = Session(self.a, 4, session.id[:3])
        lease = self.a.lease(session.id)
        refused(lambda: self.a.commit(lease, "R", session.revision, session.element(), other.id))
        refused(lambda: self.a.commit(lease, "R", session.revision, session.element(), session.id))
        session.verify(self.a)
        other.verify(self.a)
        session.append(self.a, lease=lease)

    # Removal and life

    def remove(self):
        before = self.a.count()
        other, session = Session(self.a, 1), Session(self.a, 3)
        equal(self.a.remove(session.id), 1)
        equal(self.a.remove(session.id), 0)
        equal(self.b.load(session.id, session.revision), "missing")
        other.verify(self.a)
        equal(self.a.count(), before + 1)
        session.log = []
        session.replace(self.a)
        session.append(self.a)
        session.verify(self.b)

    def commit_after_removal(self):
        before = self.a.count()
        for position in range(3):
            session = Session(self.a, 1)
            lease = self.a.lease(session.id)
            kind, element, new = session.changes()[position]
            self.b.remove(session.id)
            equal(self.a.commit(lease, kind, session.revision, element, new), b"")
            equal(self.a.load(session.id), "missing")
        equal(self.a.count(), before)

    def lease_from_before(self):
        session = Session()
        element, first = session.element(), self.a.lease(session.id)
        session.replace(self.a)
        self.a.remove(session.id)
        equal(self.a.commit(first, "R", b"", element), b"")
        equal(self.a.load(session.id), "missing")

    def touch(self):
        session, connection = Session(), self.a.connection
        equal(self.a.touch(session.id), False)
        lease = self.a.lease(session.id)
        equal(self.a.touch(session.id), False)
        assert connection.call("PTTL", key(session.id)) <= 65000
        session.replace(self.a, lease=lease)
        connection.call("EXPIRE", key(session.id), 5)
        lease = self.a.lease(session.id)
        assert connection.call("TTL", key(session.id)) <= 5, "begin does not extend the life"
        equal(self.a.touch(session.id), True)
        assert connection.call("TTL", key(session.id)) > 5
        session.append(self.a, lease=lease)
        self.a.remove(session.id)
        equal(self.a.touch(session.id), False)

    def life_of_new_id(self):
        session, connection = Session(self.a), self.a.connection
        session.replace(Node(connection, life=77), new=identifier(session.id[:3]))
        assert 70 < connection.call("TTL", key(session.id)) <= 77

    def count(self):
        before = self.a.count()
        sessions = [Session(self.a, number % 3) for number in range(10)]
        equal(self.a.count(), before + 10)
        self.a.lease(identifier())
        self.a.lease(sessions[0].id)
        equal(self.a.count(), before + 10)
        for session in sessions:
            self.a.remove(session.id)
        equal(self.a.count(), before)

    # Two processes

    def busy(self):
        session = Session()
        for _ in range(3):
            lease = self.a.lease(session.id)
            busy(self.b, session.id)
            session.replace(self.a, lease=lease)
        self.a.lease(session.id)
        lease = self.a.lease(session.id)
        busy(self.b, session.id)
        session.verify(self.b)
        session.append(self.a, lease=lease)
        for step in range(6):
            node = (self.b, self.a)[step % 2]
            lease, loaded = node.begin(session.id)
            equal(loaded, session.whole)
            session.replace(node, lease=lease)

    def overtaken(self):
        session = Session(self.a)
        late = session.changes()
        first = self.a.lease(session.id)
        self.a.release(first)
        second = self.b.lease(session.id)
        equal(self.a.commit(first, *late[0][:1], session.revision, late[0][1]), session.revision)
        session.append(self.b, lease=second)
        for kind, element, new in late + session.changes():
            equal(self.a.commit(first, kind, session.revision, element, new), session.revision)
        session.verify(self.a)

    def reopening(self):
        sessions = []
        for number in range(20):
            session = Session(self.a, number % 5)
            if number % 3 == 0:
                session.replace(self.a)
            if number % 4 == 0:
                session.append(self.a, payload=b"")
            if number % 6 == 0:
                session.replace(self.a, new=identifier(session.id[:3]))
            sessions.append(session)
        removed = Session(self.a)
        self.a.remove(removed.id)
        lease, expected, element = sessions[1].append(self.a)
        held = self.a.lease(sessions[2].id)
        count = self.a.count()
        self.reopen()
        equal(self.a.count(), count)
        equal(self.a.load(removed.id), "missing")
        sessions[2].append(self.a, lease=held)
        for session in sessions:
            session.verify(self.a)
            equal(self.a.load(session.id, session.revision), "same")
        equal(self.a.commit(self.a.lease(sessions[1].id), "A", expected, element), sessions[1].revision)
