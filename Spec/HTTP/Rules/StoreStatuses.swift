/// A row of the table of statuses: what a response states, and whether it answers the next request.
struct HTTPStatusRow: TableRow {
  /// What the response states about how long it is fresh.
  enum Freshness: String, DescribedByRawValue {
    case nothing
    case minute = "max-age=60"
    case understood = "max-age=60, must-understand"
    case understoodOnly = "max-age=60, must-understand, no-store"
  }

  static let inputs: [Column] = [.listed("status"), Column("freshness", []), Column("requested", [])]
  static let outcomes = ["answer"]

  let cells: (status: Int, freshness: Freshness, later: Duration, answer: HTTPResponseRow.Answer)
  let rule: RuleID
  let source: SourceLine

  var name: String {
    "\(cells.status)" + (cells.freshness == .nothing ? "" : ", \(cells.freshness.rawValue)")
      + (cells.later == .zero ? "" : ", \(cells.later.inWords) later")
  }

  var given: [String] {
    [
      "\(cells.status)", cells.freshness == .nothing ? "not stated" : cells.freshness.rawValue.asCode,
      cells.later == .zero ? "" : "\(cells.later.spoken) later",
    ]
  }

  /// A response was last modified a year ago, which allows a heuristic lifetime. A redirect, or a response without
  /// content, is empty.
  var representation: Representation {
    Representation(
      [204, 301, 302, 307, 308].contains(cells.status) ? .empty : .v1,
      cacheControl: cells.freshness == .nothing ? [] : [cells.freshness.rawValue]
    )
    .status(cells.status).modified(secondsAgo: 365 * 24 * 3600)
  }

  /// What the caller gets.
  private var answered: Expectation<ResponseAction> {
    cells.status >= 500 ? .fails : .answers(.body(representation.body))
  }

  var fixture: Fixture<ResponseAction> {
    let came: Fixture<ResponseAction> = .loaderHasAsked.leading(
      to: "\(representation) was loaded; the origin has version 2",
      // Where it cannot even be loaded, its status is at fault.
      relyingOn: cells.status == 200 ? "response.policy.default-is-use-protocol" : rule,
      [
        Step(.serve(representation, at: Resource.a)),
        Step(.load(.a), answered, cells.status >= 500 ? .requestsOnceOrAgain : .requests(.get("/a"))),
        Step(.serve(.v2, at: Resource.a)),
      ])
    return cells.later == .zero ? came : came.and("\(cells.later.inWords) later", [Step(.advance(cells.later))])
  }

  var steps: [ResponseStep] {
    let served = Outcome("served", answered, .requestsNothing)
    let checked = Outcome("checked", Expectation.answers(.v2), .checks)
    return switch cells.answer {
    case .served: [Step(.load(.a), oneOf: [served])]
    case .checked: [Step(.load(.a), oneOf: [checked])]
    case .ratherServed: [HTTPSpec.rather("served")]
    case .either, .ratherChecked: [Step(.load(.a), oneOf: [served, checked])]
    }
  }
}

extension HTTPSpec {
  /// The origin answered with a status, and then has version 2 with status 200. A response whose status allows no
  /// heuristic lifetime is `.checked` (revalidated) when it states none. For any other, `.either` is allowed within its
  /// lifetime: served or checked.
  static let statusTable: [HTTPStatusRow] =
    [201, 302, 307, 403, 500, 503].map { status in
      HTTPStatusRow((status, .nothing, .zero, .checked), "http.store.status")
    } + [
      HTTPStatusRow((299, .understood, .zero, .checked), "http.store.status"),
      HTTPStatusRow((599, .understoodOnly, .zero, .checked), "http.store.status"),
      HTTPStatusRow((200, .understoodOnly, .zero, .ratherServed), "http.store.must-understand"),
      HTTPStatusRow((200, .understood, .zero, .either), "http.store.status-kept"),
      HTTPStatusRow((299, .minute, .zero, .either), "http.store.status-kept"),
      HTTPStatusRow((299, .minute, .seconds(60), .checked), "http.store.status-kept"),
    ]
    // The statuses that allow a heuristic lifetime (RFC 9110, 15.1), except 200 and 206.
    + [203, 204, 300, 301, 308, 404, 405, 410, 414, 501].map { status in
      HTTPStatusRow((status, .nothing, .zero, .either), "http.store.status-kept")
    }
    + statuses.flatMap { status in
      [
        HTTPStatusRow((status, .minute, .seconds(59), .either), "http.store.status-kept"),
        HTTPStatusRow((status, .minute, .seconds(60), .checked), "http.store.status-kept"),
      ]
    }

  private static let statuses = [301, 302, 404, 503]
}
