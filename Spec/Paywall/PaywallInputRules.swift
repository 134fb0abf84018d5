/// Rules for overlapping loads and for bad input.
extension PaywallSpec {
  static let overlapRules: [Rule] = [
    Rule(
      "paywall.overlap.same-placement", .derived,
      "Two simultaneous loads of one placement are both answered, and what they loaded is cached.", from: together,
      because:
        "Follows from paywall.priority.cdn-first and paywall.cache.holds-most-recent, which hold for every load.",
      about: PaywallInput.underWay),
    Rule(
      "paywall.overlap.other-placement", .derived,
      "A load whose request is in flight delays neither a load of another placement nor a read from the cache.",
      from: together,
      because: "Follows from paywall.cache.per-placement, and because a read from the cache makes no request.",
      about: PaywallInput.underWay),
    Rule(
      "paywall.overlap.restart-during-load", .derived,
      "A restart while a load is in flight loses nothing: the cached copy is still there, and a late answer to the old load replaces nothing that was loaded since.",
      from: lifecycle,
      because:
        "Follows from paywall.lifecycle.survives-restart: a load of the run that ended can no longer change what is cached.",
      about: PaywallInput.end),
    Rule(
      "paywall.overlap.logout-during-load", .derived,
      "An answer to a load or an update that was under way when the user logged out does not replace what was loaded for the next user since.",
      from: lifecycle, together,
      because:
        "Follows from paywall.cache.holds-most-recent: the cache holds what was loaded last, and the load of a user who has logged out is not that of the next user.",
      since: .v2, about: PaywallInput.underWay),
    Rule(
      "paywall.overlap.update-during-load", .derived,
      "A background update and a load at the same time do not interfere: the load returns its own answer, a read from the cache does not wait, and the newest answer is cached.",
      from: together, lifecycle,
      because:
        "Follows from paywall.priority.cdn-first and paywall.background.updates-cache, which hold at the same time.",
      about: PaywallInput.underWay),
  ]

  static let inputRules: [Rule] = [
    Rule(
      "paywall.input.unusable-answer", .derived,
      "An answer that is empty, or has only half of its bytes, counts as a failure of that layer: the next layer is asked, and the cached copy stays.",
      from: together, because: "Follows from paywall.priority.kinds-of-failure: none of these is a paywall.",
      about: PaywallInput.bytes),
    Rule(
      "paywall.input.answers-twice", .derived,
      "When a layer answers one request twice, only one answer counts, and the next load behaves as usual.",
      from: together,
      because: "Follows from paywall.priority.cdn-first: a load has one answer.", about: PaywallInput.repetition),
    Rule(
      "paywall.input.never-answers", .derived,
      "A layer that does not answer within the module's own time-out counts as failed: the next layer is asked.",
      from: together,
      because: "Follows from paywall.priority.kinds-of-failure: a load that waits for ever neither returns nor throws.",
      about: PaywallInput.silence),
    Rule(
      "paywall.input.late-answer", .derived,
      "An answer that arrives after the time-out answers neither the load that gave up on it nor the next load, which asks as usual. That answer may be cached.",
      from: together, because: "Follows from paywall.input.never-answers: by then the next layer has answered.",
      about: PaywallInput.repetition),
    Rule(
      "paywall.input.empty-placement", .derived,
      "A load of the placement with the empty name, which no layer knows, throws, and loads of other placements are unaffected.",
      from: together,
      because:
        "Follows from paywall.priority.error-when-all-fail and paywall.cache.per-placement, which hold for every name.",
      about: PaywallInput.name),
    Rule(
      "paywall.input.placement-names", .derived,
      "A placement's name may contain emoji, other scripts, quotes, slashes or a line break, or be a megabyte long. Whatever its name, a placement is loaded, cached and kept across a restart, separately from all others that differ in more than white space around them.",
      from: together, lifecycle,
      because: "Follows from paywall.cache.per-placement and paywall.lifecycle.survives-restart: a name is opaque.",
      about: PaywallInput.spelling),
    Rule(
      "paywall.input.spaces-around-names", .open,
      "White space around a placement's name is a part of the name, or it is removed.", from: together,
      because: "The document names placements in code, and does not say what a name may contain.",
      since: .v2),
    Rule(
      "paywall.fallback.placement-names", .derived,
      "The fallback of a placement is found whatever the placement's name.", from: together,
      because: "Follows from paywall.priority.fallback-after-cache, which holds for every name.",
      about: PaywallInput.fallback),
    Rule(
      "paywall.fallback.unreadable-file", .derived,
      "A fallback file that is missing or cannot be read counts as no fallback: the app starts, every other layer works, and the call throws when all of them fail.",
      from: together,
      because: "Follows from paywall.fallback.needs-configuration: a file that cannot be read configures no fallback.",
      about: PaywallInput.fallback),
  ]
}
