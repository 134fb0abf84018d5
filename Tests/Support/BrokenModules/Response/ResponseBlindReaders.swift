import Foundation

/// The reference, blind to what header fields or the time say about a response.
extension ResponseAction {
  static let blindReaders: [BlindModule] =
    [
      reading(.responseDate, "always now") { $0["Date"] = nil },
      reading(.responseAgeField, "always zero") { $0["Age"] = nil },
      reading(.responseExpires, "always ahead") {
        if $0["Expires"] != nil { $0["Expires"] = "Fri, 01 Jan 2100 00:00:00 GMT" }
      },
      reading(.responseExpires, "always past") {
        if $0["Expires"] != nil { $0["Expires"] = "Mon, 01 Jan 1990 00:00:00 GMT" }
      },
      readingMaxAge("always an hour", 3600), readingMaxAge("always zero", 0),
      reading(.responseNoCache, "never there") {
        $0["Cache-Control"] = $0["Cache-Control"]?.replacing("no-cache, ", with: "")
      },
      reading(.responseNoStoreDirective, "never there") {
        $0["Cache-Control"] = $0["Cache-Control"]?.replacing("no-store, ", with: "")
      },
      reading(.responseLetterCase, "always small") { fields in
        if let text = fields["Cache-Control"], text != text.lowercased() { fields["Cache-Control"] = nil }
      },
      reading(.responseQuotes, "never there") { $0["Cache-Control"] = $0["Cache-Control"]?.replacing("\"", with: "") },
      reading(.responseQuotedNumber, "never one that counts") { $0.losingQuotedNumbers() },
      reading(.responseNumber, "always one") { fields in
        for text in ["max-age=-1", "max-age=soon", "max-age="] where fields["Cache-Control"] == text {
          fields["Cache-Control"] = "max-age=60"
        }
      },
      reading(.responseNumber, "never one that is large") { fields in
        if let text = fields["Cache-Control"], text.count > 20, text.hasSuffix("9") { fields["Cache-Control"] = nil }
      },
      blind(to: .responseResidence, "always at once") { parts in
        parts.changeReference { $0.sessionDate = { _ in Date(timeIntervalSince1970: 0) } }
      },
      blind(to: .responseResidence, "always long") { parts in
        parts.changeReference { $0.sessionDate = { $0.now.addingTimeInterval(1e9) } }
      },
      asking(.responseEtag, "never there") { $0.fields["If-None-Match"] = nil },
      answering(.responseNotModified, "never") { if $0.status == 304 { $0.status = 200 } },
      answering(.responseModified, "never where it has a tag") {
        // Its tag would show that the 304 is about another response.
        if $0.status == 200, $0.fields["ETag"] != nil { ($0.status, $0.fields["ETag"]) = (304, nil) }
      },
    ]

  /// Changes the header fields of responses that are stored by direct access or sent by the origin.
  static func reading(
    _ input: RuleInput, _ direction: String, _ change: @escaping @Sendable (inout HeaderFields) -> Void
  ) -> BlindModule { blind(to: input, direction) { $0.changeReading(change) } }

  /// Treats every `max-age` as this number of seconds. Direct access still finds the number that was stored.
  private static func readingMaxAge(_ direction: String, _ seconds: Int) -> BlindModule {
    blind(to: .responseMaxAge, direction) { parts in
      parts.changeReading { fields in
        fields.changeValues { $0.replacing(/^max-age=([0-9]+)/) { "max-age=\(seconds), said=\($0.1)" } }
      }
      parts.changeAccess { store, _ in
        store.find = { [find = store.find] request in
          var found = try await find(request)
          found?.response.fields.changeValues { $0.replacing(/^max-age=[0-9]+, said=/, with: "max-age=") }
          return found
        }
      }
    }
  }

  private static func asking(
    _ input: RuleInput, _ direction: String, _ change: @escaping @Sendable (inout RequestMessage) -> Void
  ) -> BlindModule {
    blind(to: input, direction) { parts in
      parts.changeSending { request, send in
        var request = request
        change(&request)
        return try await send(request)
      }
    }
  }

  /// Changes the response to a conditional request.
  private static func answering(
    _ input: RuleInput, _ direction: String, _ change: @escaping @Sendable (inout ResponseMessage) -> Void
  ) -> BlindModule {
    blind(to: input, direction) { parts in
      parts.changeSending { request, send in
        var response = try await send(request)
        if request.fields["If-None-Match"] != nil || request.fields["If-Modified-Since"] != nil { change(&response) }
        return response
      }
    }
  }
}

extension HeaderFields {
  fileprivate mutating func changeValues(_ change: (String) -> String) {
    self = HeaderFields(lines.map { .init($0.name, change($0.value)) })
  }
}
