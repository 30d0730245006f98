import HTTPProtocol

/// The state of an ``HTTPConnection``: reading requests, or waiting before it can read the next one. Requests are
/// parsed only in `reading`.
///
/// ```text
///          octets: request           handler suspends
///   reading ──────────────▶ answering ──────────────▶ awaiting
///    ▲  ▲ ▲                   │     │                  │    │
///    │  │ └────── response ───┘     └───── response ───│────┤
///    │  └───────────────────────────────── response ───┘    │ with a reader
///    │                                                      ▼ or a writer; `pushing` if it is pushed
///    ├──────────────────────────── end of the body ────── sending
///    │
///    ├── next turn ── waitingForTurn ◀── the time slice is over, requests are left ── reading
///    └── written ──── writingUpload  ◀── a piece of an upload ── reading
///
///   every phase ── the connection is closed ──▶ closed
/// ```
enum ConnectionPhase {
    /// Requests are parsed as their octets arrive, unless bytes of responses are unsent.
    case reading
    /// The time slice is used up. The connection is queued for the next one.
    case waitingForTurn
    /// A piece of an upload is being written. Reading is paused.
    case writingUpload
    /// A request is being answered, so far without suspending.
    case answering
    /// The response is pending; usually the task of the request has suspended.
    case awaiting(AwaitedRequest)
    /// A task sends the body of a response.
    case sending(BodyTransfer)
    /// The body of a response is sent piece by piece, whenever there is something to send.
    case pushing(PushedTransfer)
    case closed

    var isReading: Bool { if case .reading = self { true } else { false } }
    var isWaitingForTurn: Bool { if case .waitingForTurn = self { true } else { false } }
    var isWritingUpload: Bool { if case .writingUpload = self { true } else { false } }
    var isAnswering: Bool { if case .answering = self { true } else { false } }
    var awaited: AwaitedRequest? { if case .awaiting(let request) = self { request } else { nil } }
    var transfer: BodyTransfer? { if case .sending(let transfer) = self { transfer } else { nil } }
    var pushed: PushedTransfer? { if case .pushing(let transfer) = self { transfer } else { nil } }
}

/// The steps by which a connection stops when the server stops.
enum DrainPhase {
    case serving
    /// Each response has `Connection: close`.
    case lastResponses
    /// An idle connection closes.
    case closesIdle
}
