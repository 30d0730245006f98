"""A session of a rule, and the results that a rule requires."""
import itertools

from resp import ReplyError
from store import Busy, following, identifier


def equal(actual, expected, what=""):
    if actual != expected:
        raise AssertionError(f"{what}: expected {expected!r}, got {actual!r}")


class Session:
    salts = itertools.count(0xFE)

    def __init__(self, node=None, appended=0, placement=None):
        self.id, self.log = identifier(placement), []
        if node:
            self.replace(node)
            for _ in range(appended):
                self.append(node)

    @property
    def revision(self):
        return self.log[-1][:9] if self.log else b""

    @property
    def whole(self):
        return ("whole", self.log) if self.log else "missing"

    def element(self, payload=None):
        next = following(self.revision, next_salt())
        return next + (b"payload " + next if payload is None else payload)

    def make(self, node, kind, lease=None, new=None, keeps=False, payload=None):
        element = self.element(payload)
        expected = self.revision
        lease = lease or node.lease(self.id)
        equal(node.commit(lease, kind, expected, element, new, keeps), True, "commit")
        self.log = self.log + [element] if kind == "A" else [element]
        self.id = new or self.id
        return lease, expected, element

    def append(self, node, **more):
        return self.make(node, "A", **more)

    def replace(self, node, **more):
        return self.make(node, "R", **more)

    def changes(self):
        """An append, a checkpoint and a new id, after the newest revision."""
        return [("A", self.element(), None), ("R", self.element(), None),
                ("R", self.element(), identifier(self.id[:3]))]

    def verify(self, node):
        equal(node.load(self.id), self.whole, "load")


def next_salt():
    return next(Session.salts) & 0xFFFFFFFF


def refused(call):
    try:
        reply = call()
    except ReplyError as error:
        equal(error.name, "CAIRN", "name of the error")
        return
    assert reply is not True, "done instead of refused"


def busy(node, session):
    try:
        node.begin(session)
    except Busy as error:
        assert 0 < error.remaining <= node.duration, error.remaining
        return
    raise AssertionError("granted instead of busy")
