/// Reading customer info without network. Written under 'How does the cache work if the user is offline?' and
/// 'CustomerInfo' in RevenueCat's 'Caching'.
extension CustomerSpec {
  static var offlineTopic: Topic<CustomerAction> {
    Topic("customer.offline", premises: offlinePremises) {
      Rule(
        "served-for-ever", .must, "Offline, customer info is returned for ever: it can still be read after a year.",
        from: faqOffline, about: .failedRequest
      ).rows {
        Row("a year in one run", given: .cached.offline) {
          Step(.advance(.days(365)))
          Step.reads(.v1).premise(
            "customer.policy.default-is-cached-or-fetched[policy=none named,cached=stale copy,network=down]")
          Step.reads(.v1)
        }
      }
      Rule(
        "entitlements-readable", .must, "Offline, what the user owns can be read from customer info, unchanged.",
        from: customerInfo, about: .ownedEntitlements
      ).rows {
        Row(given: .entitled().offline) { entitlementsAreRead(.v2, ["pro", "extra"]) }
        Row("a year in one run", given: .entitled().offline) {
          Step(.advance(.days(365)))
          entitlementsAreRead(.v2, ["pro", "extra"])
        }
        Row("names with punctuation and other scripts", given: .entitled(with: awkward).offline) {
          entitlementsAreRead(.v2, awkward)
        }
        Row("after one has ended", given: .entitled()) {
          Step(.serve(.customerInfo(.v3, entitlements: ["extra"])))
          Step(.call(.customerInfo(.fetchCurrent)), .answers(.info(.v3, with: ["extra"])))
          Step(.network(.down))
          entitlementsAreRead(.v3, ["extra"])
        }
        Row("after all have ended", given: .entitled()) {
          Step(.serve(.customerInfo(.v3)))
          Step(.call(.customerInfo(.fetchCurrent)), .answers(.info(.v3)))
          Step(.network(.down))
          entitlementsAreRead(.v3, [])
        }
      }
    }
  }

  private static var offlinePremises: [Premise<CustomerAction>] {
    [
      .last("customer.offline.served-for-ever[a year in one run]") {
        $0.before.sinceFailure != nil && !$0.isOfSomethingElse
      },
      Premise("customer.offline.entitlements-readable[a year in one run]") {
        $0.servesEntitlements || $0.calls(\.isPurchase)
      },
    ]
  }

  /// Names that are confused if a list is stored as one text, or if names are compared carelessly.
  private static let awkward = [
    "pro", "pro,extra", "Pro", " pro", "pro;extra", "pro|extra", "line\nbreak", #"it's "quoted""#, #"a\b"#, "100 %2C",
    "größe", "日本 🎉",
  ]

  /// What is unlocked can be read in this run, and a year later in the next.
  private static func entitlementsAreRead(_ version: DataVersion, _ entitlements: [String]) -> [CustomerStep] {
    let read = CustomerStep(.call(.customerInfo()), .answers(.info(version, with: entitlements)))
    return [read, Step(.restart), Step(.advance(.days(365))), read]
  }
}

extension Fixture where Action == CustomerAction {
  /// Version 2 is cached with entitlements, two by default.
  fileprivate static func entitled(with entitlements: [String] = ["pro", "extra"]) -> Fixture {
    let count = entitlements.count
    let names =
      count == 2
      ? "the entitlements \(entitlements.joined(separator: " and ").prefix(60))" : "\(count) entitlements"
    return cached.leading(
      to: "alice's customer info is cached: version 2, with \(names)",
      relyingOn: "customer.policy.fetch-current",
      [
        Step(.serve(.customerInfo(.v2, entitlements: entitlements))), .anHour,
        Step(.call(.customerInfo(.fetchCurrent))),
      ])
  }
}
