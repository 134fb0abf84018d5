import CacheSpec

extension Exploration {
  /// Returns the report for people: the finds, each with what shows it again, and what was covered.
  ///
  /// - Parameters:
  ///   - command: the name of the executable that the report tells people to run; nil for a call in Swift instead.
  ///   - style: how it is printed; if verbose, with how often each rule was judged.
  public func text(command: String? = "cachespec", _ style: TextStyle = TextStyle()) -> String {
    func rerun(_ run: Int) -> String {
      self.rerun(DrawParameters(seed: seed, run: run, steps: stepsOfARun), command: command)
    }
    let passedOver = deviations.sorted { $0.key < $1.key }.map {
      "known deviation  \($0.key): \($0.value.counted("run"))"
    }
    let once = once.sorted { $0.key < $1.key }.map { why, run in
      "once    in one run \(why), but not in three repetitions of it (\(rerun(run)))"
    }
    let untried = untried.sorted { $0.key < $1.key }.map { why, run in
      "untried \(why), and the time was up before it was looked into (\(rerun(run)))"
    }
    let failed = failures.sorted { $0.key < $1.key }.map { why, runs in
      "failed  \(runs.count.counted("time")): \(why) (\(rerun(runs.run)))"
    }
    let others = (style.isQuiet ? [] : passedOver) + once + untried + failed
    let lines = others.map { $0.wrapped(at: style.width, indent: 8) }.joined(separator: "\n")
    return (told(command, style) + [lines, summary(style)]).filter { !$0.isEmpty }.joined(separator: "\n\n").printable
  }

  /// What draws a run again: a command or, if no command line has the module, a call in Swift.
  func rerun(_ drawnBy: DrawParameters, command: String?) -> String {
    let (seed, run, steps) = (drawnBy.seed, drawnBy.run, drawnBy.steps)
    guard let command else {
      let chapter = chapters[0].debugDescription
      return
        "try await module.explore(ExploreOptions(chapter: \(chapter), seed: \(seed), run: \(run), steps: \(steps)))"
    }
    return "swift run \(command) explore \(module) --only \(chapters[0]) --seed \(seed) --steps \(steps) --run \(run)"
  }

  /// The rules that no run came to.
  var neverJudged: [RuleID] { rules.filter { $0.level != .open && coverage.rules[$0.id] == nil }.map(\.id) }

  /// How many finds are described in full before the others are only named.
  private static let wholeFinds = 5

  /// Describes the finds, those with the fewest steps first, because one cause breaks several rules, and the shortest
  /// run is nearest to the cause.
  private func told(_ command: String?, _ style: TextStyle) -> [String] {
    let sorted = finds.sorted { ($0.steps.count, $0.run) < ($1.steps.count, $1.run) }
    let whole = style.isVerbose ? sorted[...] : sorted.prefix(Self.wholeFinds)
    let rest = sorted.dropFirst(whole.count).map { "\($0.result.rule.id) (--run \($0.run))" }
    let more =
      "\(rest.count.counted("more find")), perhaps of the same cause; --verbose tells each whole: "
    return whole.map { $0.text(again: rerun($0.drawnBy, command: command), style) }
      + (rest.isEmpty ? [] : [(more + rest.joined(separator: ", ")).wrapped(at: style.width, indent: 2)])
  }

  private func summary(_ style: TextStyle) -> String {
    let judged = coverage.rules
    let unjudged = neverJudged.map(\.text)
    let share = coverage.observedAspects == 0 ? 0 : 100 * coverage.judgedAspects / coverage.observedAspects
    let counts = judged.sorted { $0.key < $1.key }.map { "  \($0.key): \($0.value)" }
    let found = finds.isEmpty ? "nothing was found" : finds.count.counted("find")
    let subject = "\(module): \(chapters.joined(separator: ", ")), seed \(seed)"
    if style.isQuiet { return "\(subject): \(found)" }
    let speed = Int(Double(steps) / max(duration.seconds, 0.001))
    return
      ([
        "\(subject): \(runs.counted("run")), \(steps.counted("step")), \(speed) a second"
          .wrapped(at: style.width, indent: 2),
        "  \(kinds.count.counted("kind")) of step, \(pairs.counted("pair")) of kinds in a row",
        "  "
          + ("\(judged.count) of \(rules.count.counted("rule")) \(judged.count == 1 ? "was" : "were") judged, and \(share) % of what was observed; a model was in "
          + "\(coverage.mostStates.counted("state")) at most, and in \((coverage.averageStates * 100).rounded() / 100) on average")
          .wrapped(at: style.width, indent: 4),
      ]
      + (unjudged.isEmpty
        ? [] : ["  " + "never judged: \(unjudged.joined(separator: ", "))".wrapped(at: style.width, indent: 4)])
      + (style.isVerbose ? counts : [])
      + ["  \(found)"]).joined(separator: "\n")
  }
}

extension ExplorationFind {
  /// Describes the find like the failure of a scenario that somebody wrote.
  fileprivate func text(again: String, _ style: TextStyle) -> String {
    let others = others == 0 ? "" : "; \(others.counted("more run")) \(others == 1 ? "does" : "do") the same"
    var lines = LabelledLines(width: style.width)
    lines.add("swift", verbatim: swift.replacing("\n", with: "\n            "))
    if schedule != 0 {
      lines.add("schedule", "the row alone may pass: it takes an order that is drawn, of what goes on at the same time")
    }
    lines.add("drawn", "in \(drawnSteps.counted("step")), told as \(result.scenario.stepCount)\(others)")
    return "\(result.whole(rerun: .draw(again), TextStyle(columns: style.columns)))\n\(lines.text)"
  }
}
