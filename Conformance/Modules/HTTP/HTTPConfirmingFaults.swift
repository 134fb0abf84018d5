import CacheConformance
import CacheSpec
import CacheVocabulary

extension ResponseAction {
  private static let rule: RuleID = "http.revalidate.not-modified"

  /// What a 304 says, and is misunderstood.
  static let confirmingFaults: [Fault] = [
    loading([rule], "serves what it had, and updates it for the next") { load in
      let stored = try load.stored
      let response = try await load.soundly()
      if load.policy == .useProtocolCachePolicy, let stored, stored.body == response.body { return stored }
      return response
    },
    fault([rule], "takes the length of a body that did not come") { parts in
      let length = Memo<String?>(nil)
      parts.changeSending { request, send in
        let response = try await send(request)
        if response.status == 304 { length.value = response.fields["Content-Length"] }
        return response
      }
      parts.changeLoading { load, inner in
        var response = try await inner(load)
        if let length = length.replace(nil) { response.fields["Content-Length"] = length }
        return response
      }
    },
    confirming([rule], "takes the first line of each field") { fields in
      let lines = fields.lines
      fields = [:]
      for line in lines where fields[line.name] == nil { fields.append(line.name, line.value) }
    },
    confirming([rule], "takes what was confirmed for a minute old") { $0["Age"] = "60" },
    misreading(["http.store.no-cache"], "overlooks no-cache where it names fields") { fields in
      fields["Cache-Control"] = fields["Cache-Control"]?.replacing(/no-cache="[^"]*"/, with: "unknown")
    },
    misreading(["http.age.header"], "adds the age by Date to that by Age") { fields in
      if fields["Date"] != nil, let age = fields["Age"].flatMap({ Int($0) }) { fields["Age"] = "\(2 * age)" }
    },
    fault(["http.revalidate.etag"], "asks with the strong form of a weak tag") {
      $0.changeSending { request, send in
        var request = request
        request.fields["If-None-Match"] = request.fields["If-None-Match"]?.replacing("W/", with: "")
        return try await send(request)
      }
    },
  ]

  /// Modules that take any 304 for a word about what they have stored.
  static let confirmingBlindModules: [BlindModule] = [
    blind(to: .responseConfirmed, "always what is stored") { parts in
      parts.changeLoading { load, inner in
        guard load.request.fields["If-None-Match"] != nil, var stored = try load.stored else {
          return try await inner(load)
        }
        let answer = try await load.world.send(load.request)
        for line in answer.fields.lines { stored.fields[line.name] = line.value }
        if answer.status == 304 { try load.store(stored) }
        return answer
      }
    }
  ]

  /// The reference with the header fields of each 304 taken for others.
  private static func confirming(
    _ rules: [RuleID], _ name: String, _ change: @escaping @Sendable (inout HeaderFields) -> Void
  ) -> Fault {
    fault(rules, name) {
      $0.changeSending { request, send in
        var response = try await send(request)
        if response.status == 304 { change(&response.fields) }
        return response
      }
    }
  }
}
