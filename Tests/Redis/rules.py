"""The conformance rules of a session store, as far as they concern the server."""
import threading

from rules_events import EventRules
from rules_lease import LeaseRules
from rules_life import LifeRules
from rules_log import LogRules
from store import Node, install


class Rules(LogRules, LeaseRules, LifeRules, EventRules):
    """Each method is a rule. `a` and `b` are two nodes on the same data. `advance` waits on the store's clock."""

    def __init__(self, a, b, advance, reopen):
        self.a, self.b, self.advance, self.reopen = a, b, advance, reopen


def check_rules(server):
    """Returns the names of the rules that were checked; raises if one is not followed."""
    def nodes():
        first, second = server[0].connect(), server[0].connect()
        return first, second

    first, second = nodes()
    install(first)
    a, b = Node(first), Node(second)

    def clock():
        seconds, microseconds = first.call("TIME")
        return int(seconds) * 1000 + int(microseconds) // 1000

    def advance(milliseconds):
        end = clock() + milliseconds + 1
        while clock() < end:
            threading.Event().wait(0.002)

    def reopen():
        server[0] = server[1]()
        a.connection, b.connection = nodes()

    rules = Rules(a, b, advance, reopen)
    names = [name for part in (LogRules, LeaseRules, LifeRules, EventRules) for name in vars(part) if not name.startswith("_")]
    if server[1] is None:
        names.remove("reopening")
    for name in names:
        try:
            getattr(rules, name)()
        except Exception as error:
            raise AssertionError(f"rule {name}: {error!r}") from error
    return names
