import Foundation

@testable import ReferenceCache

/// Compares the oracle's verdicts with the reference's answers.
struct Comparison {
  enum Question: String, CaseIterable {
    case store, serve
    case replaceError = "replace an error"
    case date = "read a date"
    case age = "say its age"
  }

  /// How often a verdict was given, and how often the reference answered yes to it.
  struct Tally {
    var asked = 0
    var yes = 0
  }

  struct Disagreement: CustomStringConvertible {
    var number: Int
    var question: Question
    var oracle: String
    var reference: String
    var sample: Exchanges.Sample

    var description: String {
      "\(number): \(question.rawValue): the oracle says \(oracle), the reference \(reference)\n\(sample)"
    }
  }

  private(set) var tallies: [Question: [Oracle.Verdict: Tally]] = [:]
  private(set) var disagreements: [Disagreement] = []
  private(set) var disagreed: [Question: Int] = [:]

  func tally(_ question: Question, _ verdict: Oracle.Verdict) -> Tally { tallies[question]?[verdict] ?? Tally() }

  /// Compares both on the exchange with a number.
  mutating func compare(_ number: Int) {
    let sample = Exchanges.sample(number)
    let (request, stored) = (RequestMessage(sample.stored.request), ResponseMessage(sample.stored))
    note(
      number, .store, Oracle.mayStore(sample.stored), reference: stored.mayBeStored(for: request), sample)

    let received = Date(timeIntervalSince1970: sample.stored.received)
    let entry = ResponseEntry(StoredResponse(stored), for: request, receivedAt: received, number: 0)
    let (next, now) = (RequestMessage(sample.request), Date(timeIntervalSince1970: sample.now))
    note(
      number, .serve, Oracle.mayServe(sample.stored, to: sample.request, now: sample.now),
      reference: entry.answers(next, storedFor: request, at: now), sample)
    note(
      number, .replaceError, Oracle.mayServeInPlaceOfAnError(sample.stored, now: sample.now),
      reference: entry.mayReplaceError(at: now), sample)
    compareAge(number, entry.served(at: now), sample)

    for field in sample.stored.fields where ["date", "expires", "last-modified"].contains(field.name.lowercased()) {
      let readings = Oracle.dates(Oracle.lines(field.name, of: [field])[0], at: sample.stored.received)
      let read = httpDate(field.value, by: received)?.timeIntervalSince1970
      let verdict = readings == [nil] ? Oracle.Verdict.mustNot : readings.contains(nil) ? .may : .must
      tallies[.date, default: [:]][verdict, default: Tally()].asked += 1
      if read != nil { tallies[.date, default: [:]][verdict, default: Tally()].yes += 1 }
      if !readings.contains(read) {
        report(
          Disagreement(
            number: number, question: .date, oracle: "\(readings) of \(field.value.debugDescription)",
            reference: "\(read as Double?)", sample: sample))
      }
    }
  }

  /// A response from the cache states its current age (RFC 9111 section 4), which must fit into 32 bits.
  private mutating func compareAge(_ number: Int, _ served: ResponseMessage, _ sample: Exchanges.Sample) {
    let age = Oracle.currentAge(sample.stored, now: sample.now)
    let said = served.fields["Age"].flatMap(Double.init) ?? -1
    tallies[.age, default: [:]][.must, default: Tally()].asked += 1
    if min(age.lowerBound, 2_147_483_647).rounded(.down) <= said, said <= max(0, age.upperBound) {
      tallies[.age, default: [:]][.must, default: Tally()].yes += 1
    } else {
      report(
        Disagreement(
          number: number, question: .age, oracle: "\(age)", reference: "\(said)", sample: sample))
    }
  }

  private mutating func note(
    _ number: Int, _ question: Question, _ verdict: Oracle.Verdict, reference: Bool, _ sample: Exchanges.Sample
  ) {
    tallies[question, default: [:]][verdict, default: Tally()].asked += 1
    if reference { tallies[question, default: [:]][verdict, default: Tally()].yes += 1 }
    if verdict == (reference ? .mustNot : .must) {
      report(
        Disagreement(
          number: number, question: question, oracle: verdict.rawValue, reference: reference ? "yes" : "no",
          sample: sample))
    }
  }

  private mutating func report(_ disagreement: Disagreement) {
    disagreed[disagreement.question, default: 0] += 1
    if disagreements.count < 10 { disagreements.append(disagreement) }
  }
}

extension ResponseEntry {
  /// Whether the session would serve the response without asking the origin.
  fileprivate func answers(_ request: RequestMessage, storedFor first: RequestMessage, at now: Date) -> Bool {
    // A response to another method is stored under that method, if at all.
    first.method == "GET" && !request.isUnsafe && request.fields["Range"] == nil && request.storeKey == first.storeKey
      && isSelected(by: request) && mayBeServed(to: request, at: now)
  }
}

extension RequestMessage {
  fileprivate init(_ request: Oracle.Request) {
    self.init(request.url, method: request.method, fields: HeaderFields(request.fields))
  }
}

extension ResponseMessage {
  fileprivate init(_ exchange: Oracle.Exchange) {
    self.init(url: exchange.request.url, status: exchange.status, fields: HeaderFields(exchange.fields))
  }
}

extension HeaderFields {
  fileprivate init(_ fields: [Oracle.Field]) { self.init(fields.map { Line($0.name, $0.value) }) }
}
