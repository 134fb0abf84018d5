/// Removing responses: one request's, those stored since a date, or all. From 'Access the Cache Directly' of Apple's
/// 'Accessing cached data'.
extension ResponseSpec {
  static var removeTopic: Topic<ResponseAction> {
    Topic("response.remove", premises: removePremises) {
      Rule(
        "one", .must, "Removing one request's response removes it from memory and from disk, and keeps all others.",
        from: access, about: .responseRemoved
      ).rows {
        Row(given: Fixture.none.storingVersion1().storingVersion2()) {
          Step(.put(.v3, for: .c))
          Step(.remove(.one(.b)))
          Step(.find(.a), .answers(.v1))
          Step(.find(.b), .answersNothing)
          Step(.find(.c), .answers(.v3))
        } ifPossible: {
          Step(.restart)
          Step(.find(.a), .answers(.v1))
          Step(.find(.b), .answersNothing)
          Step(.find(.c), .answers(.v3))
        }
        Row("searching the disk for its bytes", given: .bytesAreFound) { leavingTheDisk(.remove(.one(.b))) }
      }
      Rule(
        "since", .must,
        "Removing since a date removes the responses stored after that date and keeps those stored before it.",
        from: access, about: .responseMoment
      ).rows {
        Row(
          given: Fixture.none.storingVersion1().and(
            "a moment is remembered more than a second later",
            [Step(.advance(.milliseconds(1200))), Step(.mark), Step(.advance(.milliseconds(1200)))]
          ).storingVersion2()
        ) {
          Step(.remove(.sinceMark))
          Step(.find(.a), .answers(.v1))
          Step(.find(.b), .answersNothing)
        } ifPossible: {
          Step(.restart)
          Step(.find(.a), .answers(.v1))
          Step(.find(.b), .answersNothing)
        }
        Row(
          "read after that date",
          given: Fixture.none.storingVersion1().and(
            "a moment is remembered more than a second later",
            [Step(.advance(.milliseconds(1200))), Step(.mark), Step(.advance(.milliseconds(1200)))]
          ).storingVersion2()
        ) {
          Step(.find(.a), .answers(.v1))
          Step(.remove(.sinceMark))
          Step(.find(.a), .answers(.v1))
          Step(.find(.b), .answersNothing)
        }
        Row(
          "replaced after that date",
          given: Fixture.none.storingVersion1().and(
            "version 1 is stored for /c too, and a moment is remembered more than a second later",
            [
              Step(.put(.v1, for: .c)), Step(.advance(.milliseconds(1200))), Step(.mark),
              Step(.advance(.milliseconds(1200))),
            ])
        ) {
          Step(.put(.v2, for: .a))
          Step(.find(.a), .answers(.v2))
          Step(.remove(.sinceMark))
          Step(.find(.a), .answersNothing)
          Step(.find(.c), .answers(.v1))
        } ifPossible: {
          Step(.restart)
          Step(.find(.a), .answersNothing)
          Step(.find(.c), .answers(.v1))
        }
        Row("stored at exactly that date", given: Fixture.none.storingVersion1()) {
          Step(.advance(.milliseconds(1200)))
          Step(.put(.v2, for: .b))
          Step(.mark)
          Step(.remove(.sinceMark))
          Step(.find(.a), .answers(.v1))
          Step(.find(.b), oneOf: [Outcome("removed", .answersNothing), Outcome("kept", .answers(.v2))])
        }
      }
      Rule(
        "since-precision", .derived,
        "Removing since a date distinguishes between two responses stored within the same second.", from: access,
        because: "Follows from response.remove.since: a date is more precise than a second.", about: .responseMoment,
        .responseSecondsPart
      ).rows {
        // Three times: a store with whole seconds distinguishes the two only when a second begins between them.
        Row {
          (1...3).flatMap { round in
            removalWithinASecond(RequestMessage("\(Resource.a)\(round)"), RequestMessage("\(Resource.b)\(round)"))
          }
        }
      }
      Rule(
        "all", .must,
        "After everything is removed, no response is in memory, on disk (no file of an entry) or in the reopened store, and the usages are no more than those of an empty store.",
        from: access, about: .responseAllRemoved
      ).rows {
        Row(
          given: Fixture("the usages of an empty store are measured", [Step(.measureUsage)])
            .storingVersion1().storingVersion2()
        ) {
          Step(.remove(.all))
          Step(.measureUsage, .usageOfNothing)
          Step(.find(.a), .answersNothing)
          Step(.find(.b), .answersNothing)
        } ifPossible: {
          Step(.restart)
          Step(.find(.a), .answersNothing)
          Step(.measureUsage, .usageOfNothing)
        }
        Row("searching the disk for bytes", given: .bytesAreFound) {
          Step(.put(Representation(.empty).with("X-Note", mark.text), for: .a))
          // Header fields may be stored in a different form than bodies.
          Step(.searchDisk(mark), .answers(oneOf: [.onDisk, .notOnDisk]))
          Step(.remove(.all))
          Step(.searchDisk(mark), .answers(.notOnDisk))
          Step(.searchDisk(forDisk), .answers(.notOnDisk))
        }
        Row("the files of entries were emptied") {
          Step(.put(.v1, for: .a))
          Step(.remove(.all))
          Step(.restart)
          Step(.countFiles)
          Step(.put(.v1, for: .a))
          Step(.put(.v2, for: .b))
          Step(.damage(.emptied))
          Step(.remove(.all))
          Step(.restart)
          Step(
            .countFiles,
            .answer(
              .described(
                "files no more than before",
                .oneOf([UsageChange.zero, .unchanged, .shrank].map { [.value(.files($0))] }))))
        }
      }
    }
  }

  private static var removePremises: [Premise<ResponseAction>] {
    [
      Premise("response.remove.one") { if case .remove(.one) = $0 { true } else { false } },
      Premise("response.remove.since") { $0 == .remove(.sinceMark) },
      Premise("response.remove.all") { $0 == .remove(.all) },
    ]
  }

  private static let mark = ResponseBody("a note beside an empty body")

  private static func removalWithinASecond(_ before: RequestMessage, _ after: RequestMessage) -> [ResponseStep] {
    [
      Step(.put(.v1, for: before)), Step(.find(before), .answers(.v1)),
      Step(.advance(.milliseconds(50))), Step(.mark), Step(.advance(.milliseconds(50))),
      Step(.put(.v2, for: after)), Step(.find(after), .answers(.v2)),
      Step(.remove(.sinceMark)),
      Step(.find(before), .answers(.v1)),
      Step(.find(after), .answersNothing),
    ]
  }
}
