"""The record of a run: what each visitor sent and received, with times. The checker works on this record alone."""

import dataclasses
import json
import pathlib

SAVE, ADD = "save", "add"
# The server recognizes a repeat for ten seconds.
RECOGNIZED_SECONDS = 9.5


@dataclasses.dataclass
class Press:
    """One press of a button. All attempts have the same nonce, so at most one of them may have an effect."""

    number: int
    kind: str
    product: str
    # The version that the form came from; None for a path, whose action makes two versions.
    at: int | None
    sent: float
    returned: float | None = None
    # The version in the acknowledging Location; None if no attempt was acknowledged.
    version: int | None = None
    # True if no attempt can have been performed: each was refused with 409.
    is_refused: bool = False
    attempts: int = 0
    # The latest time at which an attempt can have been performed.
    ended: float = 0
    # The versions that the two responses to a double press name; None for a response that is not 303.
    double: list[int | None] | None = None

    @property
    def size(self) -> int:
        """The number of versions that this action makes."""
        return 1 if self.at is not None else 2

    @property
    def may_be_doubled(self) -> bool:
        """True if an attempt can have been performed later than the server recognizes repeats."""
        return self.attempts > 1 and self.ended - self.sent > RECOGNIZED_SECONDS

    @property
    def is_unresolved(self) -> bool:
        return self.version is None and not self.is_refused


@dataclasses.dataclass
class Read:
    sent: float
    returned: float
    # The visitor's name on the page.
    marker: str
    # The pieces in the basket.
    count: int
    # The press number and the visitor number in the saved setting; None before the first one.
    saved: int | None
    owner: int | None


@dataclasses.dataclass
class Audit:
    """A look at an acknowledged version, within the number of versions that a session keeps."""

    version: int
    is_present: bool
    text: str


@dataclasses.dataclass
class End:
    version: int
    count: int
    saved: int | None
    products: dict[str, int]


@dataclasses.dataclass
class SessionRecord:
    """A session between a login and its logout."""

    marker: str
    visitor: int
    began: float
    base: int = 0
    ended: float = 0
    presses: list[Press] = dataclasses.field(default_factory=list)
    reads: list[Read] = dataclasses.field(default_factory=list)
    audits: list[Audit] = dataclasses.field(default_factory=list)
    end: End | None = None
    # A response of the server that knew nothing of the session.
    forgotten: str = ""


@dataclasses.dataclass
class Payment:
    """One press of "Pay", which may be performed at most once, however often it was sent."""

    marker: str
    sent: float
    attempts: int = 0
    # The locations of the receipts in all responses; equal ones are one payment.
    receipts: list[str] = dataclasses.field(default_factory=list)
    # True if a response said that it may have been done.
    is_unknown: bool = False
    # True if no attempt can have been performed: the only one got an alert.
    is_refused: bool = False
    ended: float = 0


@dataclasses.dataclass
class BuyerRecord:
    """A session in which payments were made."""

    marker: str
    payments: list[Payment] = dataclasses.field(default_factory=list)
    # The number of orders in the session at its end; None if no page was shown.
    orders: int | None = None


@dataclasses.dataclass
class RetiredID:
    """A session id that a login or logout replaced, and the later attempts to use it."""

    marker: str
    retired: float
    # Time, node, and the text of a page of the session if the id opened one.
    probes: list[tuple[float, str, str]] = dataclasses.field(default_factory=list)


@dataclasses.dataclass
class Record:
    sessions: list[SessionRecord] = dataclasses.field(default_factory=list)
    retired: list[RetiredID] = dataclasses.field(default_factory=list)
    buyers: list[BuyerRecord] = dataclasses.field(default_factory=list)
    # The pieces that the shared log of the shop says were sold, one for each performed payment; None if it was not read.
    sold: int | None = None
    # Periods, begin and end, in which acknowledged actions may be lost by design.
    losses: list[tuple[float, float]] = dataclasses.field(default_factory=list)
    # Periods, begin and end, in which a node could not reach the store, and the address of the node.
    cuts: list[tuple[float, float, str]] = dataclasses.field(default_factory=list)

    @property
    def payments(self) -> list[Payment]:
        return [payment for buyer in self.buyers for payment in buyer.payments]

    def write(self, path: pathlib.Path) -> None:
        path.write_text(json.dumps(dataclasses.asdict(self), separators=(",", ":")))

    @classmethod
    def read(cls, path: pathlib.Path) -> "Record":
        data = json.loads(path.read_text())
        record = cls(
            losses=[tuple(loss) for loss in data["losses"]], cuts=[tuple(cut) for cut in data.get("cuts", [])])
        for session in data["sessions"]:
            session["presses"] = [Press(**press) for press in session["presses"]]
            session["reads"] = [Read(**read) for read in session["reads"]]
            session["audits"] = [Audit(**audit) for audit in session["audits"]]
            session["end"] = End(**session["end"]) if session["end"] else None
            record.sessions.append(SessionRecord(**session))
        for buyer in data.get("buyers", []):
            buyer["payments"] = [Payment(**payment) for payment in buyer["payments"]]
            record.buyers.append(BuyerRecord(**buyer))
        record.sold = data.get("sold")
        for retired in data["retired"]:
            retired["probes"] = [tuple(probe) for probe in retired["probes"]]
            record.retired.append(RetiredID(**retired))
        return record
