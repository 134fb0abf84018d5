extension ResponseAction {
  /// Faults in which a stale response is served that must not be, and directives that are read in some notations only.
  static let revalidationFaults: [Fault] = [
    servingStale("lets stale-if-error and stale-while-revalidate win over must-revalidate") { stored, _, _ in
      stored.says("stale-")
    },
    servingStale("lets max-stale win over must-revalidate") { _, load, _ in
      load.request.fields["Cache-Control"]?.contains("max-stale") ?? false
    },
    servingStale("heeds must-revalidate where max-age is zero alone") { stored, _, _ in !stored.says("max-age=0") },
    servingStale("heeds must-revalidate of what has a tag alone") { stored, _, _ in stored.fields["ETag"] == nil },
    servingStale("heeds must-revalidate of what was stored by hand alone") { stored, load, _ in
      load.loaded.value.contains(stored.url)
    },
    servingStale("passes one failure on, and then serves what is stale") { _, load, _ in
      load.hasFailed.replace(true)
    },
    servingStale("takes 503 alone for a failure", ["http.revalidate.server-error-must-revalidate"]) { _, _, answer in
      answer.map { $0.status != 503 } ?? false
    },
    servingStale("reads must-revalidate in lower case alone", ["http.directives.syntax"]) { stored, _, _ in
      !stored.says("must-revalidate")
    },
    fault(["http.directives.syntax"], "reads no-store in lower case alone") {
      $0.changeSending { request, send in
        var response = try await send(request)
        let text = response.fields["Cache-Control"] ?? ""
        if !text.contains("no-store") {
          response.fields["Cache-Control"] = text.replacing(/(?i)no-store/, with: "unknown")
        }
        return response
      }
    },
    misreading(["http.directives.syntax"], "takes a tab for a part of a name") {
      $0["Cache-Control"] = $0["Cache-Control"]?.replacing("\t", with: "-")
    },
    misreading(["http.directives.syntax"], "reads two lines and no more") { fields in
      let lines = fields.lines.filter { $0.name == "Cache-Control" }
      if lines.count > 2 { fields["Cache-Control"] = lines.prefix(2).map(\.value).joined(separator: ", ") }
    },
    misreading(["http.directives.syntax"], "finds directives within other names") { fields in
      guard let text = fields["Cache-Control"], !text.contains("\"") else { return }
      fields["Cache-Control"] = text.replacing(/[a-z]+-(no-cache|no-store|max-age)/) { $0.1 }
    },
    fault(["http.directives.syntax"], "reads the last line of what it loads") {
      $0.changeSending { request, send in
        var response = try await send(request)
        if let line = response.fields.lines.last(where: { $0.name.lowercased() == "cache-control" }) {
          response.fields["Cache-Control"] = line.value
        }
        return response
      }
    },
    fault(["http.directives.syntax"], "reads directives of what it loads in lower case alone") {
      $0.changeSending { request, send in
        var response = try await send(request)
        response.fields["Cache-Control"] = response.fields["Cache-Control"]?.replacing(/[A-Z]/, with: "x")
        return response
      }
    },
  ]

  /// The reference that serves a response with `must-revalidate` after a failed validation, if a condition holds for
  /// the stored response, the load, and the origin's response, if any.
  private static func servingStale(
    _ name: String,
    _ rules: [RuleID] = ["http.revalidate.server-error-must-revalidate", "http.stale.must-revalidate"],
    _ isServed: @escaping @Sendable (_ stored: ResponseMessage, ResponseLoad, _ answer: ResponseMessage?) -> Bool
  ) -> Fault {
    loading(rules, name) { load in
      guard load.policy == .useProtocolCachePolicy, let stored = try load.stored, stored.mustBeChecked
      else {
        let response = try await load.soundly()
        load.loaded.change { _ = $0.insert(load.request.url) }
        return response
      }
      do {
        let response = try await load.soundly()
        return response.status >= 500 && isServed(stored, load, response) ? stored : response
      } catch {
        guard isServed(stored, load, nil) else { throw error }
        return stored
      }
    }
  }
}

extension ResponseMessage {
  /// Whether `Cache-Control` contains a text.
  fileprivate func says(_ text: String) -> Bool { fields["Cache-Control"]?.contains(text) ?? false }
  /// Whether it has `must-revalidate`, in any case.
  fileprivate var mustBeChecked: Bool { fields["Cache-Control"]?.lowercased().contains("must-revalidate") ?? false }
}

extension ResponseLoad {
  /// The URLs that were loaded in its world.
  fileprivate var loaded: Memo<Set<String>> { world.world.storage.kept("loaded") { Memo([]) } }
  /// Whether a load has failed in its world.
  fileprivate var hasFailed: Memo<Bool> { world.world.storage.kept("has failed") { Memo(false) } }
}
