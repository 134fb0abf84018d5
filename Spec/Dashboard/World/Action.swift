/// A scenario of the dashboard chapter.
public typealias DashboardScenario = Scenario<DashboardAction>
typealias DashboardStep = Step<DashboardAction>

/// What can happen in a simulated world: data, and a dashboard that shows it.
public indirect enum DashboardAction: WorldAction {
  public typealias Answer = DashboardFigure
  public typealias Request = DashboardCard

  /// An action that every chapter has.
  case world(WorldEvent)
  /// The dashboard of an account is opened with nothing cached.
  case open(AccountSize)
  /// From now on the data is of this version.
  case change(DataVersion)
  /// The source of the data answers, or fails, from now on.
  case source(DashboardSource)
  /// A card is viewed.
  case view(DashboardCard)
  /// Somebody begins to view a card, under this name. Others do so meanwhile.
  case begin(DashboardCard, as: String)
  /// The time of the last update that the last view shows is checked.
  case readLastUpdated

  public static var chapters: [Chapter<Self>] { [DashboardSpec.chapter] }
  public static var draw: (any Draw<Self>)? { DashboardDraw() }

  public var worldEvent: WorldEvent? { if case .world(let event) = self { event } else { nil } }

  public var description: String {
    switch self {
    case .world(let event): "\(event)"
    case .open(let account): "open the dashboard of a \(account) account"
    case .change(let version): "the data become \(version)"
    case .source(let source): "\(source)"
    case .view(let card): "view \(card)"
    case .begin(let card, let name): "begin \(name): view \(card)"
    case .readLastUpdated: "read when that was last updated"
    }
  }
}

/// How the source of the data takes a computation.
public enum DashboardSource: Hashable, Sendable, CustomStringConvertible {
  /// It answers with what the current data gives.
  case up
  /// It fails.
  case failing(OriginFailure)

  public var description: String {
    switch self {
    case .up: "the source is up"
    case .failing(let failure): "the source fails: \(failure)"
    }
  }
}

/// What a card shows.
public struct DashboardFigure: ObservedValue {
  /// The version of the data that it is computed from, or nil for a text that belongs to no version.
  public let version: DataVersion?
  /// How long ago the data was last updated, as the card says; nil where that was not checked.
  public let updated: Duration?

  /// Records what a card shows.
  public init(_ version: DataVersion?, updated: Duration? = nil) {
    self.version = version
    self.updated = updated
  }

  static let v1 = Self(.v1)
  static let v2 = Self(.v2)
  static let v3 = Self(.v3)

  public var description: String {
    (version.map(\.description) ?? "no version of the data") + (updated.map { ", updated \($0.inWords) ago" } ?? "")
  }
}

extension DashboardCard: ObservedValue {
  public func mentions(_ name: String) -> Bool { rawValue == name }
}
