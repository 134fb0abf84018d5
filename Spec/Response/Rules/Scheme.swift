/// Which responses are cached, by the scheme of their URL: those over HTTP and HTTPS, and no others. From 'Set a Cache
/// Policy for Url Requests' of Apple's 'Accessing cached data'.
extension ResponseSpec {
  static var schemeTopic: Topic<ResponseAction> {
    Topic("response.scheme", premises: schemePremises) {
      Rule(
        "http-and-https-cached", .must, "Responses over HTTP and over HTTPS are cached.", from: policy,
        about: .responseHttps, .responseScheme
      ).rows {
        Row("http", given: .anotherIsStored.originHas(.v1)) {
          Step(.load(.a), .answers(.v1))
          Step(.find(.a), .answers(.v1))
        }
        Row("https", given: secureVersion1) {
          Step(.load(.secureA), .answers(.v1))
          Step(.find(.secureA), .answers(.v1))
        }
      }
      Rule(
        "others-not-cached", .must, "A response to a `file:` URL is never stored.", from: policy, about: .responseFile
      )
      .rows {
        Row(given: .anotherIsStored.and("there is a file", [fileHas(.v1)])) {
          Step(.load(.file), .answers(.v1).demanded(by: "response.scheme.file-policy-controls-access"))
          Step(.find(.file), .answersNothing)
          Step(.find(.another), .answers(.body(.another)))
        }
      }
      Rule(
        "file-policy-controls-access", .must,
        "For a `file:` URL, the policy decides only whether the file may be read: `returnCacheDataDontLoad` fails, and the other policies read the file anew each time.",
        from: policy, about: .responseFile
      ).rows {
        ([.useProtocolCachePolicy, .returnCacheDataElseLoad, .returnCacheDataDontLoad] as [RequestPolicy]).map(fileRead)
      }
      Rule(
        "https-on-disk-by-default", .must, "Under the default policy, a response over HTTPS is written to disk.",
        from: policy, about: .responseHttps
      ).rows {
        Row(given: secureVersion1) {
          Step(.load(.secureA.with(.useProtocolCachePolicy)), .answers(.v1))
          Step(.restart)
          Step(.find(.secureA), .answers(.v1))
        }
      }
    }
  }

  private static var schemePremises: [Premise<ResponseAction>] {
    [
      .last("response.scheme.http-and-https-cached[https]") { $0.request.url.hasPrefix("https:") }
    ]
  }

  private static let secureVersion1 = Fixture.anotherIsStored.and(
    "the origin has version 1 over HTTPS", [Step(.serve(.v1, at: Resource.secureA))])

  private static func fileHas(_ representation: Representation) -> ResponseStep {
    Step(.serve(representation, at: Resource.file))
  }

  /// A file is loaded twice under a policy, and changes in between.
  private static func fileRead(_ policy: RequestPolicy) -> Row {
    Row(policy.rawValue, given: .anotherIsStored) {
      fileHas(.v1)
      Step(.load(.file.with(.returnCacheDataElseLoad)), .answers(.v1))
      fileHas(.v2)
      Step(.load(.file.with(policy)), policy == .returnCacheDataDontLoad ? .fails : .answers(.v2))
    }
  }
}
