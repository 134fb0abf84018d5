import Foundation

extension PaywallAction {
  /// Faults with some names, some content and some ages.
  static let littleFaults: [Fault] =
    [
      knowing("what follows the last slash") { name in
        String(name[(name.lastIndex { $0 == "/" } ?? name.startIndex)...])
      },
      knowing("what comes before the last dot") { name in
        String(name[..<(name.lastIndex { $0 == "." } ?? name.endIndex)])
      },
      knowing("all but its first letter") { name in String(name.dropFirst()) },
      knowing("its letters in any order") { name in String(decoding: name.utf8.sorted(), as: UTF8.self) },
      knowing("the sum of its bytes") { name in "\(name.utf8.reduce(0) { $0 + Int($1) })" },
    ] + [
      fault(["paywall.cache.opaque"], "composes letters in content that is text") {
        $0.change { paywall in
          guard let text = String(validating: paywall.content, as: UTF8.self) else { return paywall }
          return paywall.with { _ in Array(text.precomposedStringWithCanonicalMapping.utf8) }
        }
      },
      fault(["paywall.cache.opaque"], "takes a paywall without content for a failure") {
        $0.take { answer, _ in
          guard case .success(let bytes) = answer, Paywall(bytes: bytes)?.content.isEmpty == true else { return answer }
          return .failure(NothingCached())
        }
      },
      fault(["paywall.cache.opaque"], "takes version 0 for none") {
        $0.store {
          $0.makes = { change in
            guard case .write(_, _, let value) = change else { return true }
            return PaywallCacheEntry(bytes: value)?.paywall.version != 0
          }
        }
      },
      fault(["paywall.policy.cache-else-load-any-age"], "lets copies expire after four hundred days") {
        $0.take {
          $0 == .returnCacheDataElseLoad
            ? .returnCacheDataIfNotExpiredElseLoad(maxAge: .seconds(400 * 86_400)) : $0
        }
      },
      fault(["paywall.lifecycle.age-survives-restart"], "takes a copy for a day old at the most when it starts") {
        let newest = $0.now().addingTimeInterval(-86_400)
        for placement in try $0.placements {
          guard let entry = try $0.entry(for: placement), entry.loadedAt < newest else { continue }
          try $0.store(entry.paywall, for: placement, loadedAt: newest)
        }
      },
      writingOne("an update brings", .update), writingOne("preloading brings", .preload),
    ]

  /// The reference that identifies a placement by a part of its name.
  static func knowing(_ what: String, _ part: @escaping @Sendable (String) -> String) -> Fault {
    fault(["paywall.input.placement-names"], "knows a placement by \(what)") { $0.store { $0.key = part } }
  }

  /// The reference that writes one of the copies that arrive at the same instant, and the others when it is closed.
  private static func writingOne(_ what: String, _ work: PaywallWork) -> Fault {
    fault(["paywall.lifecycle.survives-kill"], "writes one of what \(what), and the others when it is closed") {
      let (last, now) = (Memo<Date?>(nil), $0.now)
      $0.keepUntilClosed { _ in PaywallWork.current == work && last.replace(now()) == now() }
    }
  }
}
