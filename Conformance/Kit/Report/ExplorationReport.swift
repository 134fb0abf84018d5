import CacheSpec

extension Exploration {
  /// Returns the report for people: the finds, each with the command that shows it again, and what was covered.
  ///
  /// - Parameters:
  ///   - module: the argument that names the module on the command line.
  ///   - command: the name of the executable that the report tells people to run.
  ///   - isVerbose: whether to list how often each rule was judged.
  public func text(of module: String, command: String = "cachespec", isVerbose: Bool = false) -> String {
    let again = "swift run \(command) explore \(module) --only \(chapters[0])"
    func rerun(_ run: Int) -> String { again + DrawParameters(seed: seed, run: run, steps: stepsOfARun).arguments }
    let passedOver = deviations.sorted { $0.key < $1.key }.map { "known deviation  \($0.key): \($0.value) runs" }
    let failed = failures.sorted { $0.key < $1.key }.map { why, runs in
      "failed  \(runs.count) times: \(why) (\(rerun(runs.run)))".wrapped(indent: 8)
    }
    let once = once.sorted { $0.key < $1.key }.map { why, run in
      "once    in one run \(why), but not in three repetitions of it (\(rerun(run)))".wrapped(indent: 8)
    }
    return (told(again, isVerbose) + [(passedOver + once + failed).joined(separator: "\n"), summary(isVerbose)]).filter
    {
      !$0.isEmpty
    }
    .joined(separator: "\n\n").printable
  }

  /// How many finds are described in full before the others are only named.
  private static let wholeFinds = 5

  /// Describes the finds, those with the fewest steps first, because one cause breaks several rules, and the shortest
  /// run is nearest to the cause.
  private func told(_ again: String, _ isVerbose: Bool) -> [String] {
    let sorted = finds.sorted { ($0.steps.count, $0.run) < ($1.steps.count, $1.run) }
    let whole = isVerbose ? sorted[...] : sorted.prefix(Self.wholeFinds)
    let rest = sorted.dropFirst(whole.count).map { "\($0.result.rule.id) (--run \($0.run))" }
    let more = "\(rest.count) more rules are broken, some perhaps by the same cause; --verbose tells them whole: "
    return whole.map { $0.text(again: again) }
      + (rest.isEmpty ? [] : [(more + rest.joined(separator: ", ")).wrapped(indent: 2)])
  }

  private func summary(_ isVerbose: Bool) -> String {
    let judged = coverage.rules
    let unjudged = rules.filter { $0.level != .open && judged[$0.id] == nil }.map(\.id.text)
    let share = coverage.observedAspects == 0 ? 0 : 100 * coverage.judgedAspects / coverage.observedAspects
    let counts = judged.sorted { $0.key < $1.key }.map { "  \($0.key): \($0.value)" }
    let found = ["nothing was found", "1 find"].dropFirst(finds.count).first ?? "\(finds.count) finds"
    let speed = Int(Double(steps) / max(duration.seconds, 0.001))
    return
      ([
        "\(chapters.joined(separator: ", ")), seed \(seed): \(runs) runs, \(steps) steps, \(speed) a second",
        "  \(kinds.count) kinds of step, \(pairs) pairs of kinds in a row",
        "  \(judged.count) of \(rules.count) rules were judged, and \(share) % of what was observed; a model was in "
          + "\(coverage.mostStates) states at most, and in \((coverage.averageStates * 100).rounded() / 100) on average",
      ] + (unjudged.isEmpty ? [] : ["  " + "never judged: \(unjudged.joined(separator: ", "))".wrapped(indent: 4)])
      + (isVerbose ? counts : [])
      + ["  \(found)"]).joined(separator: "\n")
  }
}

extension Find {
  /// Describes the find like the failure of a scenario that somebody wrote.
  fileprivate func text(again command: String) -> String {
    let others = others == 0 ? "" : "; \(others) more runs do the same"
    return result.whole(rerun: .draw(command + drawnBy.arguments), isVerbose: false)
      + "\n  source    \(source.replacing("\n", with: "\n            "))"
      + (schedule == 0
        ? ""
        : "\n  schedule  the row alone may pass: it takes an order that is drawn, of what goes on at the same time")
      + "\n  drawn     in \(drawnSteps) steps, which are told as \(result.scenario.stepCount)\(others)"
  }
}

extension DrawParameters {
  /// The arguments that draw the run again.
  fileprivate var arguments: String { " --seed \(seed) --steps \(steps) --run \(run)" }
}
