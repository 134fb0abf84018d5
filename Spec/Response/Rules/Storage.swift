/// The storage policy of a response says where it may be kept: in memory and on disk, in memory only, or nowhere. From
/// 'Manage Caching Programmatically' of Apple's 'Accessing cached data', and the page of `URLCache.StoragePolicy`.
extension ResponseSpec {
  static var storageTopic: Topic<ResponseAction> {
    Topic("response.storage", premises: storagePremises) {
      Rule(
        "allowed", .must, "A response stored under `allowed` is kept in memory and on disk.", from: overview, manage,
        about: .responseDisk
      ).rows {
        Row(given: .anotherIsStored) {
          Step(.put(.v1.under(.allowed), for: .a))
          Step(.find(.a), .answers(.v1))
          Step(.restart)
          Step(.find(.a), .answers(.v1))
        }
        Row("searching the disk for its bytes", given: .anotherIsStored) {
          Step(.searchDisk(forDisk), .answers(.notOnDisk))
          Step(.put(Representation(forDisk).under(.allowed), for: .a))
          Step(.searchDisk(forDisk), .answers(.onDisk))
        }
      }
      Rule(
        "memory-only", .must,
        "A response stored under `allowedInMemoryOnly` is served while the store is open and is never written to disk: it is gone after reopening the store.",
        from: manage, storagePage, about: .responseStoragePolicy
      ).rows {
        Row(given: .anotherIsStored) {
          Step(.put(Representation(forMemoryOnly).under(.allowedInMemoryOnly), for: .a))
          Step(.find(.a), .answers(.body(forMemoryOnly)))
          Step(.restart)
          Step(.find(.a), .answersNothing)
          Step(.find(.another), .answers(.body(.another)))
        }
        bytesKeptOff(forMemoryOnly, .allowedInMemoryOnly)
        Row(
          "a 304 has confirmed it since",
          given: .staleStored(Representation.brief(.v1).withTag.under(.allowedInMemoryOnly)).originHas(.v1.withTag)
        ) {
          Step(.load(.a), .answers(.v1), .checks)
          Step(.restart)
          Step(.find(.a), .answersNothing)
          Step(.find(.another), .answers(.body(.another)))
        }
      }
      Rule(
        "not-allowed", .must, "A response stored under `notAllowed` is kept neither in memory nor on disk.",
        from: storagePage, about: .responseStoragePolicy
      ).rows {
        Row(given: .anotherIsStored) {
          Step(.put(Representation(forNowhere).under(.notAllowed), for: .a))
          Step(.find(.a), .answersNothing)
        } ifPossible: {
          Step(.restart)
          Step(.find(.a), .answersNothing)
          Step(.find(.another), .answers(.body(.another)))
        }
        bytesKeptOff(forNowhere, .notAllowed)
      }
      Rule(
        "tightened", .derived,
        "Storing under a stricter storage policy leaves no earlier response to that request behind: none on disk after `allowedInMemoryOnly`, none at all after `notAllowed`.",
        from: manage,
        because:
          "Follows from response.storage.memory-only and response.storage.not-allowed: otherwise the older response would be served in place of the newer one.",
        about: .responseStoragePolicy
      ).rows {
        Row("searching the disk for its bytes", given: .bytesAreFound) {
          leavingTheDisk(.put(.v2.under(.allowedInMemoryOnly), for: .b))
        }
        Row("from allowed to memory only", given: .anotherIsStored.storingVersion1()) {
          Step(.put(.v2.under(.allowedInMemoryOnly), for: .a))
          Step(.find(.a), .answers(.v2))
          Step(.restart)
          Step(.find(.a), .answersNothing)
          Step(.find(.another), .answers(.body(.another)))
        }
        Row("from allowed to not allowed", given: .anotherIsStored.storingVersion1()) {
          Step(.put(.v2.under(.notAllowed), for: .a))
          Step(.find(.a), .answersNothing)
        } ifPossible: {
          Step(.restart)
          Step(.find(.a), .answersNothing)
          Step(.find(.another), .answers(.body(.another)))
        }
      }
    }
  }

  private static var storagePremises: [Premise<ResponseAction>] {
    [
      .inRuns("response.storage.memory-only") { run in
        run.contains(where: \.storesInMemoryOnly) && run.contains { $0.worldEvent?.endsARun == true || $0.searchesDisk }
      }
    ]
  }

  private static let forNowhere = ResponseBody("for nowhere")

  /// A response under this policy does not reach the disk, while one that may be there is found.
  private static func bytesKeptOff(_ body: ResponseBody, _ policy: StoragePolicy, line: Int = #line) -> Row {
    Row("searching the disk for its bytes", given: .bytesAreFound, line: line) {
      Step(.put(Representation(body).under(policy), for: .a))
      Step(.searchDisk(body), .answers(.notOnDisk))
    }
  }
}

extension ResponseAction {
  fileprivate var storesInMemoryOnly: Bool {
    switch self {
    case .put(let representation, _, _): representation.storagePolicy == .allowedInMemoryOnly
    case .configure(_, let setup):
      if case .changed(.allowedInMemoryOnly, _)? = setup.delegate { true } else { false }
    default: false
    }
  }

  fileprivate var searchesDisk: Bool { if case .searchDisk = self { true } else { false } }
}
