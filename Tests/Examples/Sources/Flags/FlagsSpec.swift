public import CacheSpec

/// What can happen to an app with a cache of feature flags.
public enum FlagsAction: WorldAction {
  public typealias Answer = FlagState
  public typealias Request = Flag

  /// An action that every chapter has: time passes, the app restarts, requests are held.
  case world(WorldEvent)
  /// From now on these flags are on, and the others are off.
  case turnOn(Set<Flag>)
  /// The app reads a flag.
  case read(Flag)

  public var worldEvent: WorldEvent? { if case .world(let event) = self { event } else { nil } }
  public static var draw: (any Draw<Self>)? { FlagsDraw() }

  public var description: String {
    switch self {
    case .world(let event): "\(event)"
    case .turnOn(let flags): "\(flags.isEmpty ? "no flag" : flags.map(\.rawValue).sorted().joined(separator: ", ")) on"
    case .read(let flag): "read \(flag)"
    }
  }
}

/// A flag that the server is asked for.
public enum Flag: String, ObservedValue, CaseIterable {
  case search, checkout

  public var description: String { rawValue }
}

/// What a flag says.
public enum FlagState: String, ObservedValue {
  case on, off

  public var description: String { rawValue }
}

/// What the manual of the flags says, and what checks it.
public enum FlagsSpec {
  private static let reading = Citation(
    Document(name: "Acme", title: "Feature flags", link: "https://example.com/flags"), "Reading")

  /// The rules, their rows and their model.
  public static let chapter = Chapter(
    name: "flags", title: "Feature flags", topics: [readTopic], models: [AnyModel(FlagsModel())])

  private static var readTopic: Topic<FlagsAction> {
    Topic("flags.read") {
      Rule("kept", .must, "A flag that was read within the last hour is not asked for again.", from: reading).rows {
        Row(given: searchIsOff) {
          Step(.advance(.seconds(3599)))
          Step(.read(.search), .answers(.on), .requestsNothing)
        }
      }
      Rule("renewed", .must, "A flag that was not read within the last hour is asked for.", from: reading).rows {
        Row("after an hour", given: searchIsOff) {
          Step(.advance(.seconds(3601)))
          Step(.read(.search), .answers(.off), .requests(.search))
        }
        Row("another flag", given: searchIsOff) { Step(.read(.checkout), .answers(.off), .requests(.checkout)) }
      }
      Rule(
        "restart", .open, "Whether a flag that was read is still known after a restart.", from: reading,
        because: "The manual does not say where flags are kept."
      ).rows {
        Row(given: searchIsOff) {
          Step(.restart)
          Step(.read(.search), oneOf: [Outcome("kept", .answers(.on)), Outcome("forgotten", .answers(.off))])
        }
      }
    }
  }

  private static let searchIsOff = Fixture<FlagsAction>(
    "search was on when it was read, and is off", relyingOn: "flags.read.renewed",
    [Step(.turnOn([.search])), Step(.read(.search), .answers(.on)), Step(.turnOn([]))])
}
