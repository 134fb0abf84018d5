import CacheConformance
import CacheSpec
import CacheVocabulary
import Foundation
import ReferenceModule

enum ProtocolReloads: PolicyMixUp {
  static let from = RequestPolicy.useProtocolCachePolicy
  static let to = RequestPolicy.reloadIgnoringLocalCacheData
}

enum StoresEverything: ResponseFault {
  static func load(_ load: FaultyLoad) async throws -> HTTPResponse {
    let response = try await load.soundly()
    try load.configuration.store?.store(StoredResponse(response), for: load.request)
    return response
  }
}

enum ConditionWithoutValidator: ResponseFault {
  static func load(_ load: FaultyLoad) async throws -> HTTPResponse {
    var load = load
    if load.request.url.hasSuffix("/a") { load.request.fields["If-Modified-Since"] = "Thu, 01 Jan 1970 00:00:00 GMT" }
    return try await load.under(.reloadIgnoringLocalCacheData)
  }
}
