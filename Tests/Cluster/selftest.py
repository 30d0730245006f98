"""Proves the checker: a history without violations has none, and each planted violation is found.

Two histories are used: a generated one, and sessions that were recorded in a run with faults.
"""

import copy
import pathlib
import random

import checker
import stock
from checker import DOUBLED, LOST, ONCE_DOUBLED, OPENED, REORDERED, STALE, WRONG_SESSION
from history import (
    ADD, SAVE, Audit, BuyerRecord, End, Payment, Press, Read, Record, RetiredID, SessionRecord)

RECORDED = pathlib.Path(__file__).with_name("recorded.json")


def generated(seed: int) -> Record:
    """Sessions in which the responses of two tabs overlap, and some outcomes are unknown."""
    rng, record = random.Random(seed), Record()
    for visitor in range(1, 5):
        session = SessionRecord(f"Ida {visitor}-1", visitor, began=0, base=4)
        clock, version, saved, taken = [1.0, 1.0], 4, None, []
        for number in range(1, 41):
            tab = rng.randrange(2)
            kind = ADD if rng.random() < 0.5 else SAVE
            # Each action takes effect at one moment; its interval contains it and can overlap the other tab's.
            moment = max(clock) + 0.02
            press = Press(
                number, kind, f"p{rng.randrange(6)}" if kind == ADD else "", version if rng.random() < 0.7 else None,
                sent=max(clock[tab], moment - 0.03), attempts=1)
            clock[tab] = moment + 0.01
            session.presses.append(press)
            is_known, has_effect = rng.random() < 0.9, rng.random() < 0.5
            press.ended = clock[tab]
            if is_known or has_effect:
                version += press.size
                taken += [press.product] if kind == ADD else []
                saved = number if kind == SAVE else saved
            if is_known:
                press.version, press.returned = version, clock[tab]
                if rng.random() < 0.2:
                    press.double = [version, rng.choice([version, None])]
            if is_known and rng.random() < 0.5:
                session.reads.append(Read(
                    clock[tab] + 0.001, clock[tab] + 0.002, session.marker, len(taken), saved,
                    visitor if saved else None))
                clock[tab] += 0.003
        last = Press(41, SAVE, "", version, max(clock) + 0.1, max(clock) + 0.2, version + 1, attempts=1)
        session.presses.append(last)
        session.audits.append(Audit(last.version, True, ""))
        products = {product: taken.count(product) for product in set(taken)}
        session.end = End(last.version, len(taken), 41, products)
        session.ended = last.returned + 1
        record.sessions.append(session)
        record.retired.append(RetiredID(session.marker, session.ended, [(session.ended + 1, "node0", "")]))
    return record


# Each function plants one violation in a session, and raises StopIteration if the session has no place for it.


def acknowledged(session: SessionRecord, kind: str | None = None) -> list[Press]:
    found = [press for press in session.presses if press.version and kind in (None, press.kind)]
    return sorted(found, key=lambda press: press.version)


def replaced_by_another(session: SessionRecord) -> None:
    one, other = acknowledged(session)[3:5]
    other.version = one.version


def lost_at_the_end(session: SessionRecord) -> None:
    """The log ends before the last acknowledged action, as after a failover."""
    session.end.version = acknowledged(session)[-1].version - 1


def lost_piece(session: SessionRecord) -> None:
    # A product without unresolved additions, whose pieces are exactly the acknowledged ones.
    uncertain = {press.product for press in session.presses if press.is_unresolved or press.may_be_doubled}
    press = next(press for press in acknowledged(session, ADD) if press.product not in uncertain)
    session.end.products[press.product] -= 1


def lost_setting(session: SessionRecord) -> None:
    session.end.saved = acknowledged(session, SAVE)[-3].number


def lost_version(session: SessionRecord) -> None:
    session.audits.append(Audit(acknowledged(session)[-1].version, False, "another page"))


def forgotten_session(session: SessionRecord) -> None:
    session.forgotten = "a login page"


def two_pieces(session: SessionRecord) -> None:
    uncertain = {press.product for press in session.presses if press.is_unresolved or press.may_be_doubled}
    product = next(press.product for press in acknowledged(session, ADD) if press.product not in uncertain)
    session.end.products[product] += 1


def second_version(session: SessionRecord) -> None:
    """More versions follow than all presses can have made."""
    press = acknowledged(session)[-1]
    extra = 1 + sum(press.size for press in session.presses if press.is_unresolved or press.may_be_doubled)
    press.version += extra
    session.end.version += extra


def two_locations(session: SessionRecord) -> None:
    press = acknowledged(session)[4]
    press.double = [press.version, press.version + 1]


def swapped(session: SessionRecord) -> None:
    """An action that was acknowledged before the next one was sent has the later version."""
    presses = acknowledged(session)
    one, other = next(
        pair for pair in zip(presses[3:], presses[4:]) if pair[0].returned < pair[1].sent
        and pair[0].size == pair[1].size)
    one.version, other.version = other.version, one.version


def page_from_later(session: SessionRecord) -> None:
    read = next(read for read in session.reads if read.saved and any(
        press.sent > read.returned for press in acknowledged(session, SAVE)))
    read.saved = acknowledged(session, SAVE)[-1].number
    read.count = session.end.count


def old_setting(session: SessionRecord) -> None:
    """A page shows the setting before the one that the visitor has just saved."""
    saves = acknowledged(session, SAVE)
    read = next(read for read in session.reads if len([s for s in saves if s.returned < read.sent]) > 3)
    read.saved = saves[0].number


def old_count(session: SessionRecord) -> None:
    """A page lacks a piece whose addition was acknowledged before."""
    adds = acknowledged(session, ADD)
    uncertain = sum(press.kind == ADD for press in session.presses if press.is_unresolved or press.may_be_doubled)
    read = next(read for read in session.reads if len([a for a in adds if a.returned < read.sent]) > uncertain)
    read.count = len([add for add in adds if add.returned < read.sent]) - 1


def backwards(session: SessionRecord) -> None:
    """While a setting is saved, one page shows it already, and a later page does not."""
    saves = acknowledged(session, SAVE)
    before, press = saves[-3], saves[-2]
    count = sum(add.version < press.version for add in acknowledged(session, ADD))
    times = [press.sent + (press.returned - press.sent) * part / 5 for part in (1, 2, 3, 4)]
    session.reads += [
        Read(*times[:2], session.marker, count, press.number, session.visitor),
        Read(*times[2:], session.marker, count, before.number, session.visitor)]


def name_of_another(session: SessionRecord) -> None:
    session.reads[0].marker = "Ida 99-1"


def setting_of_another(session: SessionRecord) -> None:
    read = next(read for read in session.reads if read.saved)
    read.owner = session.visitor + 1


PLANTED = [
    (replaced_by_another, LOST), (lost_at_the_end, LOST), (lost_piece, LOST), (lost_setting, LOST),
    (lost_version, LOST), (forgotten_session, LOST), (two_pieces, DOUBLED), (second_version, DOUBLED),
    (two_locations, DOUBLED), (swapped, REORDERED), (page_from_later, REORDERED), (old_setting, STALE),
    (old_count, STALE), (backwards, STALE), (name_of_another, WRONG_SESSION), (setting_of_another, WRONG_SESSION)]


def payments() -> Record:
    """Two buyers: payments with a receipt, one whose outcome is unknown, and one that was refused."""
    paid = Payment("Bo 1-1", 1, 2, ["/receipt:1", "/receipt:1"], ended=2)
    unknown, refused = Payment("Bo 1-1", 3, 4, ended=15), Payment("Bo 2-1", 1, 1, is_refused=True, ended=2)
    return Record(buyers=[BuyerRecord("Bo 1-1", [paid, unknown], 1), BuyerRecord("Bo 2-1", [refused], 0)], sold=1)


def check_payments() -> int:
    """Plants wrong numbers of orders and sold pieces. - Returns: the number of failures."""
    # Orders of both buyers, sold pieces, another receipt, and the violation.
    cases = [
        (1, 0, 1, False, []), (2, 0, 2, False, []), (1, 0, 2, False, []), (0, 0, 1, False, [LOST]),
        (1, 0, 0, False, [LOST]), (3, 0, 2, False, [ONCE_DOUBLED]), (1, 1, 1, False, [ONCE_DOUBLED]),
        (1, 0, 3, False, [ONCE_DOUBLED]), (1, 0, 1, True, [ONCE_DOUBLED])]
    failures = 0
    for first, second, sold, has_other, kinds in cases:
        record = payments()
        record.buyers[0].orders, record.buyers[1].orders, record.sold = first, second, sold
        if has_other:
            record.buyers[0].payments[0].receipts.append("/receipt:2")
        if [violation.kind for violation in checker.violations(record)] != kinds:
            failures += 1
            print(f"FAILED {first} and {second} orders, {sold} sold pieces: not exactly {kinds}")
    print(f"payments: {len(cases)} cases, {failures} failures")
    return failures


# A page of a replaced id: the seconds after the replacement, the node, begin and end of the time in which node1 was cut
# off, and 1 if it is a violation.
OPENINGS = [
    ("on a node that is cut off", 2, "node1", (-1, 4), 0),
    ("at the last moment", 5.4, "node1", (-1, 6), 0),
    ("on a node that connects again", 4, "node1", (-1, 2), 0),
    ("after the copy can have been current", 5.6, "node1", (-1, 6), 1),
    ("on another node", 2, "node2", (-1, 4), 1),
    ("before the node was cut off", 2, "node1", (3, 6), 1),
    ("though the node was cut off after the replacement", 2, "node1", (0.5, 4), 1),
    ("long after the node could reach the store", 5.2, "node1", (-4, 2), 1),
    ("though the node could reach the store before", 2, "node1", (-9, -4), 1),
    ("before the replacement", -0.1, "node1", (-1, 4), 1),
    ("while no node is cut off", 2, "node1", (-20, -20), 1)]


def check(name: str, record: Record) -> int:
    """Plants each violation in each session. - Returns: the number of failures."""
    failures = [f"{name}: found without reason: {violation}" for violation in checker.violations(record)]
    for plant, kind in PLANTED:
        applied = 0
        for index in range(len(record.sessions)):
            planted = copy.deepcopy(record)
            session = planted.sessions[index]
            try:
                plant(session)
            except StopIteration:
                continue
            applied += 1
            found = checker.violations(planted)
            if not any(violation.kind == kind and violation.session == session.marker for violation in found):
                failures.append(f"{name}: {plant.__name__} in {session.marker} is not found as {kind}: {found}")
            if any(violation.session != session.marker for violation in found):
                failures.append(f"{name}: {plant.__name__} in {session.marker} is found in another session")
        if not applied:
            failures.append(f"{name}: no session has a place for {plant.__name__}")
    for case, after, node, cut, is_found in OPENINGS:
        planted = copy.deepcopy(record)
        retired = planted.retired[0]
        retired.probes.append((retired.retired + after, node, "a page of Ida"))
        planted.cuts = [(retired.retired + cut[0], retired.retired + cut[1], "node1")]
        if [violation.kind for violation in checker.violations(planted)] != [OPENED] * is_found:
            failures.append(f"{name}: a replaced id opens a page {case}: {'not' if is_found else ''} found")
    planted.cuts = []
    lost_at_the_end(planted.sessions[0])
    planted.losses.append((0, float("inf")))
    if not all(violation.is_by_design for violation in checker.violations(planted)):
        failures.append(f"{name}: a loss by design counts as a violation")
    print(f"{name}: {checker.acknowledged(record)} actions, {len(PLANTED) + len(OPENINGS) + 1} plants, {len(failures)} failures")
    for failure in failures[:10]:
        print(f"FAILED {failure}")
    return len(failures)


# A record with the events of two payments, as the shop wrote it: the second one refers to the keys of the first.
TWO_PAYMENTS = bytes(9) + b"R" + bytes.fromhex(
    "82a164736f6c64a2625f30a1706369746965732d61667465722d74656e01636461796a323032362d31312d3236"
    "a100a201a10201036a323032362d31312d3236")


def check_stock() -> int:
    found = stock.pieces([TWO_PAYMENTS])
    if found != 2:
        print(f"FAILED the stock: {found} pieces in a record of two payments")
    return found != 2


def run() -> int:
    failures = sum(check(f"generated {seed}", generated(seed)) for seed in range(20))
    failures += check("recorded", Record.read(RECORDED)) + check_payments() + check_stock()
    return 1 if failures else 0
