/// The header fields that are stored, and the `Age` that is sent (RFC 9111, 3.1, 4 and 5.1).
extension HTTPSpec {
  static var headersTopic: Topic<ResponseAction> {
    Topic("http.headers") {
      Rule(
        "stored", .must,
        "Every header field is stored, except `Proxy-Authenticate`, `Proxy-Authentication-Info`, `Proxy-Authorization` and possibly those for a connection.",
        from: section("3.1"), about: .responseHopByHop
      ).rows {
        notStored("Proxy-Authenticate")
        notStored("Proxy-Authentication-Info")
        notStored("Proxy-Authorization")
        Row("an unknown field", given: .loaderHasStored.originHas(Representation.v1.with("X-Kept", "1"))) {
          Step(.load(.a), .answers(.v1))
          Step(.inspect(.a), .answers(containing: [.v1, .header("X-Kept", "1")]))
        }
        Row(
          "two lines of one field",
          given: .loaderHasStored.originHas(Representation.v1.with("X-Kept", "1").with("X-Kept", "2"))
        ) {
          Step(.load(.a), .answers(.v1))
          served
          Step(.inspectAnswer(["X-Kept"]), .answers(oneOf: ["1, 2", "1,2"].map { .header("X-Kept", $0) }))
        }
        Row("fields that a client acts on", given: .loaderHasStored.originHas(actedOn)) {
          Step(.load(.a), .answers(.v1))
          served
          carriesFields(of: actedOn)
        }
        // Stored by direct access: the library that loads it may refuse or decode what it receives.
        Row("Content-Encoding", given: .stored(encoded)) {
          served
          carriesFields(of: encoded)
        }
        Row("Date and Expires of years ago", given: .stored(generatedLongAgo)) {
          served
          carriesFields(of: generatedLongAgo)
        }
        Row(
          "a 304 has Proxy-Authenticate",
          given: .staleStored(.brief(.v1).withTag).originHas(.v1.withTag.with("Proxy-Authenticate", "close")).confirmed
        ) {
          Step(.inspect(.a), .answers(containing: [.v1]), .answer(.notMentioning("Proxy-Authenticate".lowercased())))
        }
      }
      Rule(
        "connection", .open,
        "Whether fields for a connection are stored: `Connection` and those it names, `Keep-Alive`, `Proxy-Connection`, `TE`, `Transfer-Encoding`, `Upgrade`.",
        from: section("3.1"), Citation(.rfc9110, "7.6.1"),
        because:
          "They are removed before a message is forwarded, perhaps before it is stored; but a client forwards none."
      ).rows {
        leftOutOrKept("Connection", Representation.v1.with("Connection", "close"))
        leftOutOrKept("Keep-Alive", Representation.v1.with("Keep-Alive", "close"))
        leftOutOrKept("Transfer-Encoding", Representation.v1.with("Transfer-Encoding", "chunked"))
        leftOutOrKept("X-Hop", Representation.v1.with("Connection", "X-Hop").with("X-Hop", "1"))
      }
      Rule(
        "age-sent", .must,
        "A response served without revalidation carries its current age in seconds as `Age`.",
        from: section("4"), section("5.1"), about: .responseAgeSent
      ).rows {
        Row(
          "a response that replaced a stale one",
          given: .loaded(saying("max-age=60")).originHas(Representation(.v2, cacheControl: ["max-age=60"]))
        ) {
          Step(.advance(.seconds(61)))
          Step(.load(.a), .answers(.v2), .requestsSomething)
          Step(.load(.a), .answers(.v2), .requestsNothing)
          Step(.inspectAnswer(["Age"]), .answers(oneOf: [.header("Age", "0"), .header("Age", "1")]))
        }
        ages("a minute after loading", .loaded(saying("max-age=600")), after: .minutes(1), [60])
        ages("at once", .stored(saying("max-age=600")), [0, 1])
        ages("a Date 40 s ago", .stored(saying("max-age=600").dated(secondsAgo: 40)), [40, 41])
        ages(
          "loaded with Age: 30 a minute ago", .loaded(saying("max-age=600").with("Age", "30")), after: .minutes(1), [90]
        )
        ages(
          "a lifetime by Expires, a minute after loading",
          .loaded(saying().expiring(inSeconds: 3600).with("Age", "30")), after: .minutes(1), [90])
        ages(
          "stale, under a policy that prefers the cache", .stored(saying("max-age=60")),
          under: .returnCacheDataElseLoad,
          after: .hours(48), [48 * 3600])
      }
    }
  }

  private static let actedOn = Representation.v1.with("Set-Cookie", "one=1").with("Content-Type", "text/plain")
    .with("Content-Location", "/b").with("Content-Range", "bytes 0-8/9").with("Content-Disposition", "attachment")

  private static let encoded = Representation.v1.with("Content-Encoding", "x-unknown")

  /// Fresh for 68 years.
  private static let generatedLongAgo = saying("max-age=2147483648").undated
    .with("Date", "Mon, 01 Jan 2018 00:00:00 GMT").with("Expires", "Tue, 01 Jan 2019 00:00:00 GMT")

  /// The last answer has the header fields of what was stored.
  private static func carriesFields(of stored: Representation) -> ResponseStep {
    let lines = stored.fields.lines
    return Step(
      .inspectAnswer(lines.map(\.name)), .answers(containing: lines.map { .header($0.name, $0.value) }))
  }

  /// A header field for the connection alone is omitted or stored: nothing is forwarded here.
  private static func leftOutOrKept(_ name: String, _ representation: Representation) -> Row {
    Row(name, given: .loaderHasStored.originHas(representation)) {
      Step(.load(.a), .answers(.v1))
      Step(
        .inspect(.a),
        oneOf: [
          Outcome("left out", .answers(containing: [.v1]), .answer(.notMentioning(name.lowercased()))),
          Outcome("kept", .answers(containing: [.v1, .header(name, representation.fields[name] ?? "")])),
        ])
    }
  }

  /// A header field for a proxy is not stored.
  private static func notStored(_ name: String) -> Row {
    Row(name, given: .loaderHasStored.originHas(Representation.v1.with(name, "close"))) {
      Step(.load(.a), .answers(.v1))
      Step(.inspect(.a), .answers(containing: [.v1]), .answer(.notMentioning(name.lowercased())))
    }
  }

  /// A stored response that is served states its age in seconds.
  private static func ages(
    _ row: String, _ fixture: Fixture<ResponseAction>, under policy: RequestPolicy? = nil,
    after later: Duration = .zero, _ seconds: [Int], line: Int = #line
  ) -> Row {
    Row(
      row, given: later == .zero ? fixture : fixture.and("\(later.inWords) later", [Step(.advance(later))]), line: line
    ) {
      Step(.load(.a.with(policy)), .answers(.v1), .requestsNothing)
      Step(.inspectAnswer(["Age"]), .answers(oneOf: seconds.map { .header("Age", "\($0)") }))
    }
  }
}
