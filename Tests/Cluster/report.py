"""The lines about each fault, and the table at the end."""

import bisect
import collections
import statistics
from typing import NamedTuple

import checker
from checker import KINDS, Violation
from visitor import RunContext


class Period(NamedTuple):
    """One fault: its name, and the times at which it began and had ended."""

    name: str
    begin: float
    end: float
    text: str


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] if values else float("nan")


def silence(times: list[float], begin: float, end: float) -> float:
    """The longest time without an acknowledged action that begins or ends in a period."""
    first, last = bisect.bisect_left(times, begin) - 1, bisect.bisect_right(times, end) + 1
    around = times[max(first, 0):last]
    return max((later - earlier for earlier, later in zip(around, around[1:])), default=end - begin)


def rate(times: list[float], begin: float, seconds: float) -> float:
    return (bisect.bisect_right(times, begin + seconds) - bisect.bisect_left(times, begin)) / seconds


def print_fault(context: RunContext, period: Period, origin: float) -> None:
    times = context.acknowledgement_times
    errors = collections.Counter(
        kind for time, kind in context.errors if period.begin <= time <= period.end + 2)
    listed = ", ".join(f"{count} × {kind}" for kind, count in errors.most_common(4)) or "none"
    print(
        f"{period.begin - origin:6.1f} s {period.name}: {period.text}; silence "
        f"{silence(times, period.begin, period.end + 2):.2f} s, actions/s {rate(times, period.begin - 2, 2):.0f} "
        f"before and {rate(times, period.end + 2, 2):.0f} after 2 s; errors {sum(errors.values())}: {listed}", flush=True)


def print_summary(context: RunContext, violations: list[Violation], seconds: float, faults: int, kinds: int) -> None:
    record = context.record
    acknowledged = checker.acknowledged(record)
    print(f"\n{'actions acknowledged':32} {acknowledged}  ({acknowledged / seconds:.0f}/s in {seconds:.0f} s)")
    print(f"{'faults':32} {faults} of {kinds} kinds")
    for kind in KINDS:
        own = [violation for violation in violations if violation.kind == kind]
        by_design = sum(violation.is_by_design for violation in own)
        note = f"  (and {by_design} after losses by design)" if by_design else ""
        print(f"{kind:32} {len(own) - by_design}{note}")
    latencies = context.latencies
    if latencies:
        print(f"{'POST under load, ms':32} median {statistics.median(latencies) * 1e3:.1f}, "
              f"p99 {percentile(latencies, 0.99) * 1e3:.1f}")
    if record.sold is not None:
        paid = sum(bool(payment.receipts) for payment in record.payments)
        print(f"{'payments':32} {len(record.payments)}, {paid} with a receipt, {record.sold} pieces sold")
    unresolved = sum(press.is_unresolved for session in record.sessions for press in session.presses)
    ended = sum(session.end is not None for session in record.sessions)
    print(f"{'sessions':32} {len(record.sessions)}, {ended} compared to the end, {unresolved} presses unresolved")
    for name, count in sorted(context.counts.items()):
        print(f"  {name:60} {count}")


def print_timeline(context: RunContext, origin: float, seconds: float) -> None:
    """Prints the acknowledged actions and the errors of each second."""
    times = context.acknowledgement_times
    for second in range(int(seconds)):
        begin = origin + second
        errors = collections.Counter(kind for time, kind in context.errors if begin <= time < begin + 1)
        listed = ", ".join(f"{count} × {kind}" for kind, count in errors.most_common(4))
        print(f"{second:5} s {rate(times, begin, 1):6.0f} acknowledged; {listed}")
