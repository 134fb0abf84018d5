import CacheSpec
import CacheVocabulary
import Foundation

extension UsageChange {
  init(from last: Int, to usage: Int) {
    self = usage == 0 ? .zero : usage > last ? .grew : usage < last ? .shrank : .unchanged
  }
}

extension DelegateAnswer {
  func applied(to proposal: StoredResponse) -> StoredResponse? {
    switch self {
    case .asProposed: proposal
    case .nothing: nil
    case .changed(let policy, let userInfo):
      StoredResponse(proposal.response, userInfo: userInfo, storagePolicy: policy)
    }
  }
}

extension HTTPRequest {
  /// The request as traces show it.
  var seen: RequestSeen {
    let conditional = fields["If-None-Match"] != nil || fields["If-Modified-Since"] != nil
    return RequestSeen(ResponseWorld.target(of: url), method: method, conditional: conditional)
  }
}

extension HTTPResponse {
  /// The body as reports show it: its text, and its size where it is padded or long.
  var bodyText: String {
    let text = String(decoding: body.prefix(40), as: UTF8.self)
    let version = text.prefix { $0 != "." }
    return body.count <= 40 && version.utf8.count == body.count ? text : "\(version) (\(body.count) B)"
  }
}

extension StoredResponse {
  var bodyFact: Fact { .value(response.bodyText) }

  /// All that is kept. `Date` is left out: it is different in every world.
  var facts: [Fact] {
    let fields = response.fields.lines.map { "\($0.name.lowercased()): \($0.value)" }.filter { !$0.hasPrefix("date:") }
    let notes = userInfo.map { "noting \($0.key)=\($0.value)" }
    return
      (["status \(response.status)", response.bodyText] + fields.sorted() + notes.sorted() + [storagePolicy.rawValue])
      .map(Fact.value)
  }
}
