"""Finds violations in the record of a run. It knows nothing of the server, only the rules.

The version numbers of a session are its log: each action makes one version, or two from a path. So the log of the
acknowledged actions is known, and every response has an interval of places in it that it can show.
"""

import collections
import math
from typing import NamedTuple

from history import ADD, SAVE, Press, Read, Record, SessionRecord

LOST, DOUBLED, REORDERED = "lost", "doubled", "reordered"
STALE, WRONG_SESSION, OPENED = "stale", "wrong-session", "opened-after-logout"
ONCE_DOUBLED = "once-doubled"
# A node that cannot reach the store shows a copy that was current 5 s ago. The time of a replacement is that of its
# response, and that of a probe is when it was sent, so both are a little late or early.
PROVEN_SECONDS = 5.5
# The longest time until a node that can reach the store again uses it: the deadline of a command, and the longest pause
# between two attempts to connect.
RECONNECT_SECONDS = 3
KINDS = (LOST, DOUBLED, REORDERED, STALE, WRONG_SESSION, OPENED, ONCE_DOUBLED)


class Violation(NamedTuple):
    kind: str
    session: str
    text: str
    # True if it is of a kind that a lossy store explains, and the session met a period of loss.
    is_by_design: bool = False


class SessionChecker:
    def __init__(self, session: SessionRecord):
        self.session = session
        self.found: list[Violation] = []
        self.acknowledged = sorted(
            (press for press in session.presses if press.version is not None), key=lambda press: press.version)
        self.unresolved = [press for press in session.presses if press.is_unresolved]
        # One entry for each effect that is possible besides those that were acknowledged.
        self.possible = self.unresolved + [press for press in session.presses if press.may_be_doubled]
        self.adds = [press.version for press in self.acknowledged if press.kind == ADD]
        self.saves = {press.number: press for press in self.acknowledged if press.kind == SAVE}
        self.next_save: dict[int, int] = {}
        following = None
        for press in reversed([press for press in self.acknowledged if press.kind == SAVE]):
            self.next_save[press.number] = following or math.inf
            following = press.version

    @property
    def excess(self) -> int:
        """The number of additions that no press explains. They are one violation each, not one for each page."""
        counted = self.session.end.count if self.session.end else 0
        return max(0, counted - len(self.adds) - sum(press.kind == ADD for press in self.possible))

    def note(self, kind: str, text: str) -> None:
        self.found.append(Violation(kind, self.session.marker, text))

    def violations(self) -> list[Violation]:
        if self.session.forgotten:
            self.note(LOST, f"the session is unknown: {self.session.forgotten}")
        self.check_versions()
        self.check_order()
        self.check_doubles()
        self.check_end()
        self.check_reads()
        for audit in self.session.audits:
            if not audit.is_present:
                self.note(LOST, f"version {audit.version} was acknowledged and is not kept: {audit.text}")
        return self.found

    # The log

    def check_versions(self) -> None:
        """Each acknowledged action has versions of its own."""
        last = self.session.base
        for press in self.acknowledged:
            if press.version - press.size < last:
                self.note(LOST, f"press {press.number} made version {press.version}, which another action has too")
            last = max(last, press.version)

    def check_order(self) -> None:
        """An action that was sent after the response to another one follows it in the log."""
        by_return = sorted(self.acknowledged, key=lambda press: press.returned)
        index, newest = 0, None
        for press in sorted(self.acknowledged, key=lambda press: press.sent):
            while index < len(by_return) and by_return[index].returned < press.sent:
                if newest is None or by_return[index].version > newest.version:
                    newest = by_return[index]
                index += 1
            if newest and newest.version > press.version:
                self.note(
                    REORDERED, f"press {press.number} made version {press.version} after press {newest.number} "
                    f"was acknowledged with version {newest.version}")

    def check_doubles(self) -> None:
        for press in self.session.presses:
            versions = {version for version in press.double or [] if version is not None}
            if press.version is not None:
                versions.add(press.version)
            if len(versions) > 1:
                self.note(DOUBLED, f"the responses to press {press.number} name the versions {sorted(versions)}")

    def check_end(self) -> None:
        """At the end, the log contains all acknowledged actions, and besides them only unresolved ones."""
        end = self.session.end
        if end is None:
            return
        for press in self.acknowledged:
            if press.version > end.version:
                self.note(LOST, f"press {press.number} made version {press.version}; the last version is {end.version}")
        gap = end.version - self.session.base - sum(press.size for press in self.acknowledged)
        max_gap = sum(press.size for press in self.possible)
        if gap < 0:
            self.note(LOST, f"{-gap} versions fewer than acknowledged actions")
        elif gap > max_gap:
            self.note(DOUBLED, f"{gap} versions more than acknowledged actions, {max_gap} with an unknown outcome")
        counted = collections.Counter(press.product for press in self.acknowledged if press.kind == ADD)
        possible = collections.Counter(press.product for press in self.possible if press.kind == ADD)
        for product in sorted({*counted, *possible, *end.products}):
            pieces, acknowledged_count = end.products.get(product, 0), counted[product]
            if pieces < acknowledged_count:
                self.note(LOST, f"{pieces} pieces of {product}, {acknowledged_count} acknowledged")
            elif pieces > acknowledged_count + possible[product]:
                self.note(DOUBLED, f"{pieces} pieces of {product}, {acknowledged_count} acknowledged, {possible[product]} unknown")
        newest = max(self.saves.values(), key=lambda press: press.version, default=None)
        if newest and end.saved != newest.number and end.saved not in [press.number for press in self.possible]:
            self.note(LOST, f"the setting of press {end.saved} is shown, not that of press {newest.number}")

    # Reading

    def version_interval(self, read: Read) -> tuple[float, float]:
        """The first and the last version of the log at which a page shows what this one shows."""
        lowest, highest = float(self.session.base), math.inf
        if press := self.saves.get(read.saved):
            lowest, highest = float(press.version), self.next_save[press.number] - 1
        unknown = sum(press.kind == ADD for press in self.possible) + self.excess
        if 0 < (certain := read.count - unknown) <= len(self.adds):
            lowest = max(lowest, self.adds[certain - 1])
        if read.count < len(self.adds):
            highest = min(highest, self.adds[read.count] - 1)
        return lowest, highest

    def check_reads(self) -> None:
        """A page shows a state at least as new as each response before it, and nothing of later requests."""
        session = self.session
        known = sorted(
            [(press.returned, float(press.version), f"press {press.number}") for press in self.acknowledged]
            + [(read.returned, self.version_interval(read)[0], "a page") for read in session.reads])
        later = sorted((press.sent, float(press.version)) for press in self.acknowledged)
        # The lowest version of all presses that were sent at this place of `later` or after it.
        min_versions = [math.inf] * (len(later) + 1)
        for index in range(len(later) - 1, -1, -1):
            min_versions[index] = min(min_versions[index + 1], later[index][1])
        index, newest = 0, (float(session.base), "the login")
        for read in sorted(session.reads, key=lambda read: read.sent):
            if read.marker != session.marker or read.owner not in (None, session.visitor):
                self.note(WRONG_SESSION, f"a page shows {read.marker!r} with a setting of visitor {read.owner}")
                continue
            while index < len(known) and known[index][0] < read.sent:
                newest = max(newest, known[index][1:])
                index += 1
            lowest, highest = self.version_interval(read)
            shown = f"a page with {read.count} pieces and the setting of press {read.saved}"
            if highest < newest[0] or lowest > highest:
                self.note(STALE, f"{shown} is older than version {newest[0]:g} of {newest[1]}, answered before")
            following = next((i for i, (sent, _) in enumerate(later) if sent > read.returned), len(later))
            if lowest > min_versions[following]:
                self.note(REORDERED, f"{shown} shows an action that follows one sent after the page")


def payment_violations(record: Record) -> list[Violation]:
    """Each payment is performed at most once, however often it was sent, and each receipt is kept."""
    found = []
    for buyer in record.buyers:
        for payment in buyer.payments:
            if len(receipts := set(payment.receipts)) > 1:
                found.append(Violation(ONCE_DOUBLED, buyer.marker, f"one payment has the receipts {sorted(receipts)}"))
        paid = sum(bool(payment.receipts) for payment in buyer.payments)
        possible = sum(not payment.is_refused for payment in buyer.payments)
        if buyer.orders is None:
            continue
        if buyer.orders < paid:
            found.append(Violation(LOST, buyer.marker, f"{buyer.orders} orders, {paid} receipts"))
        elif buyer.orders > possible:
            found.append(Violation(ONCE_DOUBLED, buyer.marker, f"{buyer.orders} orders, {possible} payments"))
    # The effects outside the sessions.
    if record.sold is not None:
        paid = sum(bool(payment.receipts) for payment in record.payments)
        possible = sum(not payment.is_refused for payment in record.payments)
        if record.sold < paid:
            found.append(Violation(LOST, "the stock", f"{record.sold} pieces sold, {paid} receipts"))
        elif record.sold > possible:
            found.append(Violation(ONCE_DOUBLED, "the stock", f"{record.sold} pieces sold, {possible} payments"))
    return found


def violations(record: Record) -> list[Violation]:
    found = [
        violation._replace(is_by_design=bool(record.losses) and violation.kind == LOST)
        for violation in payment_violations(record)]
    for session in record.sessions:
        is_lossy = any(
            begin <= session.ended and session.began <= end for begin, end in record.losses)
        for violation in SessionChecker(session).violations():
            found.append(violation._replace(is_by_design=is_lossy and violation.kind != WRONG_SESSION))
    for retired in record.retired:
        for time, node, text in retired.probes:
            if text and not is_proven_copy(record, retired.retired, time, node):
                is_lossy = any(begin - 15 <= retired.retired <= end for begin, end in record.losses)
                found.append(Violation(
                    OPENED, retired.marker, f"{time - retired.retired:.2f} s after the id was replaced, {node} "
                    f"opened it: {text}", is_lossy))
    return found


def is_proven_copy(record: Record, replaced: float, probed: float, node: str) -> bool:
    """True if the node was cut off when the id was replaced, and its copy can have been current 5 s before the probe."""
    return 0 <= probed - replaced <= PROVEN_SECONDS and any(
        begin <= replaced <= end + RECONNECT_SECONDS and probed <= end + RECONNECT_SECONDS
        for begin, end, address in record.cuts if address == node)


def acknowledged(record: Record) -> int:
    return sum(press.version is not None for session in record.sessions for press in session.presses)

