import CacheSpec
import CacheVocabulary
import ResponseRules

/// The values that the draw brings together.
extension ResponseAction: DrawnAction {
  static let drawableValues: [String: [String]] = [
    "origin": OriginState.allCases.map(\.rawValue),
    "resource": ["plain", "secure", "with a query", "a file"],
    "status": ["200", "204", "other 2xx", "3xx", "4xx", "5xx"],
    "lifetime": ["none", "max-age", "max-age and another", "Expires", "from Last-Modified"],
    "on arrival": ["new", "by Date", "by Age", "without Date", "dated ahead"],
    "dates": DateForm.allCases.map(\.rawValue),
    "directive": ["none"] + directives + ["another"],
    "validator": ["none", "tag", "date", "both"],
    "Vary": ["none", "a field", "*"],
    "bytes": ["text", "none", "many", "odd"],
    "method": ["GET", "PUT", "POST", "DELETE", "PATCH", "HEAD", "OPTIONS", "PURGE"],
    "asks for": ["nothing"] + asked + ["another"],
    "condition": ["none", "Range", "If-None-Match", "If-Modified-Since"],
    "field of Vary": ["none", "sweet", "sour"],
    "policy": ["none"] + RequestPolicy.allCases.map(\.rawValue),
    "task": TaskKind.allCases.map(\.rawValue),
    "call": LoadCall.allCases.map(\.rawValue) + ["not waited for"],
    "session": [SessionName.main, .other].map(\.rawValue),
    "session's kind": SessionKind.allCases.map(\.rawValue),
    "session's store": [StoreName.main, .other, .own].map(\.rawValue) + ["none"],
    "session's policy": ["none"] + RequestPolicy.allCases.map(\.rawValue),
    "delegate": ["none", "as proposed", "nothing", "changed", "replaced"],
    "store": [StoreName.main, .other, .shared].map(\.rawValue),
    "storage policy": StoragePolicy.allCases.map(\.rawValue),
    "removal": ["of one", "since", "of all"],
    "capacity": ["much", "little", "no memory", "no disk"],
    "requests": ["free", "held"],
    "time": WorldEvent.drawableTimes,
    "end": ["restart", "restart later", "kill", "another store"] + StorageDamage.allCases.map(\.rawValue),
    "damaged": DamagedFiles.allCases.map(\.rawValue),
  ]

  /// The directives of responses that are told apart, each of which changes what the others say.
  fileprivate static let directives = [
    "no-store", "no-cache", "must-revalidate", "private", "s-maxage", "public", "must-understand", "immutable",
    "stale-if-error", "stale-while-revalidate",
  ]
  /// The directives of requests that are told apart.
  fileprivate static let asked = ["no-store", "no-cache", "only-if-cached", "max-age", "max-stale", "min-fresh"]

  var drawnValues: [String: String] {
    switch self {
    case .world(let event): event.drawnValues
    case .serve(let representation, let url): representation.drawnValues.with("resource", url.drawnValue)
    case .origin(let state): ["origin": state.rawValue]
    case .configure(let name, let setup): setup.drawnValues.with("session", name.rawValue)
    case .load(let request, let kind, let session, let call):
      request.drawnValues.with("task", kind.rawValue).with("call", call.rawValue).with("session", session.rawValue)
    case .begin(let request, _): request.drawnValues.with("call", "not waited for")
    case .have(let representation, let request), .offer(let representation, let request):
      representation.drawnValues.with("resource", request.url.drawnValue)
    case .put(let representation, let request, let store):
      representation.drawnValues.with("resource", request.url.drawnValue).with("store", store.rawValue)
        .with("storage policy", representation.storagePolicy.rawValue)
    case .find(let request, let store): ["store": store.rawValue, "method": request.method]
    case .remove(.one): ["removal": "of one"]
    case .remove(.sinceMark): ["removal": "since"]
    case .remove(.all): ["removal": "of all"]
    case .reopen(let capacity): ["capacity": capacity.drawnValue, "end": "another store"]
    case .setCapacity(let capacity): ["capacity": capacity.drawnValue]
    case .mark, .inspectRequest, .inspectAnswer, .inspectStatus, .inspectPart, .inspect, .searchDisk, .countFiles,
      .measureUsage, .readCapacity, .fill, .checkCapacity, .checkFiles, .hammer:
      [:]
    }
  }
}

extension [String: String] {
  fileprivate func with(_ kind: String, _ value: String) -> Self { merging([kind: value]) { $1 } }
}

extension String {
  /// What kind of URL it is.
  fileprivate var drawnValue: String {
    hasPrefix("file:") ? "a file" : hasPrefix("https:") ? "secure" : contains("?") ? "with a query" : "plain"
  }
}

extension ByteCounts {
  fileprivate var drawnValue: String {
    memory == 0 ? "no memory" : disk == 0 ? "no disk" : disk < 1 << 20 ? "little" : "much"
  }
}

extension Representation {
  fileprivate var drawnValues: [String: String] {
    [
      "status": drawnStatus, "lifetime": drawnLifetime, "on arrival": drawnArrival, "dates": dateForm.rawValue,
      "directive": directives.drawnValue(of: ResponseAction.directives, or: "none", beside: ["max-age"]),
      "validator": drawnValidator, "Vary": fields["Vary"].map { $0.contains("*") ? "*" : "a field" } ?? "none",
      "bytes": drawnBytes,
    ]
  }

  private var drawnStatus: String {
    switch status {
    case 200, 204: "\(status)"
    case ..<300: "other 2xx"
    default: "\(status / 100)xx"
    }
  }

  private var drawnLifetime: String {
    let expires = expires != nil || fields["Expires"] != nil
    if directives.has("max-age") || directives.has("s-maxage") { return expires ? "max-age and another" : "max-age" }
    return expires ? "Expires" : modified == nil ? "none" : "from Last-Modified"
  }

  private var drawnArrival: String {
    if fields["Age"] != nil { return "by Age" }
    guard let dated else { return "without Date" }
    return dated == 0 ? "new" : dated < 0 ? "dated ahead" : "by Date"
  }

  private var drawnValidator: String {
    let isDated = modified != nil || fields["Last-Modified"] != nil
    return tagged || fields["ETag"] != nil ? (isDated ? "both" : "tag") : isDated ? "date" : "none"
  }

  private var drawnBytes: String {
    if body.text.isEmpty { return "none" }
    if let size = body.size { return size > 1 << 12 ? "many" : "text" }
    return body.text.allSatisfy { $0.isASCII && $0 >= " " } ? "text" : "odd"
  }
}

extension RequestMessage {
  fileprivate var drawnValues: [String: String] {
    let conditions = ["Range", "If-None-Match", "If-Modified-Since"]
    return [
      "resource": url.drawnValue, "method": method, "policy": policy?.rawValue ?? "none",
      "condition": conditions.first { fields[$0] != nil } ?? "none", "field of Vary": fields["X-Flavor"] ?? "none",
      "asks for": HTTPDirectiveList(fields.values("Cache-Control")).drawnValue(
        of: ResponseAction.asked, or: fields["Pragma"] == nil ? "nothing" : "another", beside: []),
    ]
  }
}

extension HTTPDirectiveList {
  /// The first of some directives that is in the list.
  fileprivate func drawnValue(of names: [String], or none: String, beside known: Set<String>) -> String {
    names.first { has($0) } ?? (list.allSatisfy { known.contains($0.name) } ? none : "another")
  }
}

extension SessionSetup {
  fileprivate var drawnValues: [String: String] {
    [
      "session's kind": kind.rawValue, "session's store": store?.rawValue ?? "none",
      "session's policy": policy?.rawValue ?? "none", "delegate": delegate.drawnValue,
    ]
  }
}

extension DelegateAnswer? {
  fileprivate var drawnValue: String {
    switch self {
    case nil: "none"
    case .asProposed: "as proposed"
    case .nothing: "nothing"
    case .changed: "changed"
    case .replaced: "replaced"
    }
  }
}
