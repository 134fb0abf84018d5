/// What holds when loads overlap, and when what comes in is bad.
extension PaywallSpec {
  static let overlapRules: [Rule] = [
    Rule(
      "paywall.overlap.same-placement", .derived,
      "Two loads of one placement at once are both answered, and what they brought is cached.", from: together,
      because:
        "Follows from paywall.priority.cdn-first and paywall.cache.holds-most-recent, which hold for every load.",
      about: PaywallInput.underWay),
    Rule(
      "paywall.overlap.other-placement", .derived,
      "A load that waits for its answer keeps no load of another placement waiting, and no cached read.",
      from: together,
      because: "Follows from paywall.cache.per-placement, and from a cached read that makes no request.",
      about: PaywallInput.underWay),
    Rule(
      "paywall.overlap.restart-during-load", .derived,
      "A restart while a load is under way loses nothing: the cached copy is there, and the old load's late answer replaces nothing that was loaded since.",
      from: lifecycle,
      because:
        "Follows from paywall.lifecycle.survives-restart: a load of the ended app can no longer change what is cached.",
      about: PaywallInput.end),
    Rule(
      "paywall.overlap.update-during-load", .derived,
      "An update in the background and a load at the same time leave each other alone: the load returns its own answer, a cached read waits for nothing, and the newest answer is cached.",
      from: together, lifecycle,
      because: "Follows from paywall.priority.cdn-first and paywall.background.updates-cache, which hold together.",
      about: PaywallInput.underWay),
  ]

  static let inputRules: [Rule] = [
    Rule(
      "paywall.input.unusable-answer", .derived,
      "An answer without bytes, or with half of them, counts as a failure of that layer: the next one is asked, and the cached copy stays.",
      from: together, because: "Follows from paywall.priority.kinds-of-failure: none of these is a paywall.",
      about: PaywallInput.bytes),
    Rule(
      "paywall.input.answers-twice", .derived,
      "A layer that answers one request twice is heard once, and the next load is as usual.", from: together,
      because: "Follows from paywall.priority.cdn-first: a load has one answer.", about: PaywallInput.repetition),
    Rule(
      "paywall.input.never-answers", .derived,
      "A layer that does not answer within the module's own time-out has failed: the next one is asked.",
      from: together,
      because: "Follows from paywall.priority.kinds-of-failure: a load that waits for ever neither answers nor throws.",
      about: PaywallInput.silence),
    Rule(
      "paywall.input.late-answer", .derived,
      "An answer that comes after the time-out is no answer to the load that gave up on it, nor to the next one, which asks as usual; it may be cached.",
      from: together, because: "Follows from paywall.input.never-answers: the next layer has answered meanwhile.",
      about: PaywallInput.repetition),
    Rule(
      "paywall.input.empty-placement", .derived,
      "A load of the empty placement, which no layer knows, throws; others are none the worse for it.",
      from: together,
      because:
        "Follows from paywall.priority.error-when-all-fail and paywall.cache.per-placement, which hold for every name.",
      about: PaywallInput.name),
    Rule(
      "paywall.input.placement-names", .derived,
      "A placement may have any name: with emoji, other scripts, quotes, slashes, a line break, or a megabyte of it. It is loaded, cached and kept over a restart, apart from all others.",
      from: together, lifecycle,
      because: "Follows from paywall.cache.per-placement and paywall.lifecycle.survives-restart: a name is opaque.",
      about: PaywallInput.spelling),
    Rule(
      "paywall.fallback.placement-names", .derived,
      "The fallback of a placement is found whatever the placement's name.", from: together,
      because: "Follows from paywall.priority.fallback-after-cache, which holds for every name.",
      about: PaywallInput.fallback),
    Rule(
      "paywall.fallback.unreadable-file", .derived,
      "A fallback file that is missing or cannot be read is no fallback: the app starts, every other layer works, and when all fail the call throws.",
      from: together,
      because: "Follows from paywall.fallback.needs-configuration: what cannot be read is not there.",
      about: PaywallInput.fallback),
  ]
}
