/// The values of which runs of responses are drawn, simplest first.
extension ResponseDraw {
  static let pairs =
    (ResponseSpec.keyTable.filter { $0.cells.entries != .oneOrTwo } + ResponseSpec.oddURLTable)
    .map { [$0.cells.one, $0.cells.other] } + [[long, long + "x"]]
  /// Longer than the name of a file may be.
  private static let long = Resource.a + "?q=" + String(repeating: "long", count: 80)
  static let urls = [
    Resource.a, Resource.a, Resource.a, Resource.a, Resource.b, Resource.secureA, Resource.a + "?q=1",
    Resource.c,
  ]
  static let methods = ["PUT", "POST", "DELETE", "PATCH", "HEAD", "OPTIONS", "PURGE"]
  static let methodsAtOnce = ["GET", "GET", "GET", "POST", "PUT", "HEAD"]
  static let flavors: [HeaderFields] = [[:], [:], ["X-Flavor": "sweet"], ["X-Flavor": "sour"]]
  static let policies: [RequestPolicy?] = [nil, nil, nil] + RequestPolicy.allCases.map(Optional.some)
  static let times: [Duration] = [
    .seconds(61), .seconds(59), .seconds(60), .milliseconds(1200), .milliseconds(300), .seconds(3599), .hours(1),
    .days(2),
  ]
  /// The sizes of bodies in bytes. The largest is larger than the store.
  static let sizes = seldom([1_300_000, 5_000_000], among: [400, 400, 1_300, 16_000, 200_000])
  static let directives: [[String]] = [
    ["max-age=60"], ["max-age=3600"], ["max-age=0"], [], ["no-cache"], ["no-store"], ["max-age=60, must-revalidate"],
    ["max-age=0, must-revalidate"], ["no-cache, max-age=60"], ["private, max-age=60"], ["s-maxage=0, max-age=60"],
    ["MAX-AGE=60"], ["max-age=\"60\""], ["public", "max-age=60"], ["x=\"no-store, max-age=0\", max-age=60"],
    ["max-age=60, stale-if-error=60"], ["max-age=60, stale-while-revalidate=60"], ["max-age=-1"],
    ["max-age=60, max-age=0"], ["immutable, max-age=60"], ["max-age=99999999999"], ["no-cache=\"X-Note\", max-age=60"],
    ["NO-CACHE, max-age=60"], ["x=\"a\\\", no-store, b\", max-age=60"], ["x=\"a=b=c\", max-age=60"],
  ]
  static let statuses = [200, 200, 200, 200, 404, 503, 500, 301, 410, 204, 302, 414, 501]
  /// The statuses that RFC 9110 defines and those next to them, but for those that stand for another response.
  static let definedStatuses =
    Array(200...205) + Array(207...208) + Array(299...303) + Array(305...309) + Array(399...432) + Array(499...506)
  static let asking: [HeaderFields] = [
    [:], [:], [:], ["X-Flavor": "sweet"], ["X-Flavor": "sour"], ["Cache-Control": "max-stale=30"],
    ["Cache-Control": "no-cache"], ["Cache-Control": "only-if-cached"], ["Cache-Control": "max-age=10"],
    ["Cache-Control": "no-store"], ["Cache-Control": "max-age=0"], ["Cache-Control": "min-fresh=30"],
    ["Pragma": "no-cache"],
  ]

  /// The responses and requests of the tables of the HTTP chapter.
  static let ofTables: [Representation] =
    (HTTPSpec.lifetimeTable + HTTPSpec.dateTable + HTTPSpec.heuristicTable + HTTPSpec.directiveTable
    + HTTPSpec.valueTable)
    .map(\.cells.representation)
    + HTTPSpec.freshnessTable.map(\.representation) + HTTPSpec.statusTable.map(\.representation)
    + (HTTPSpec.requestTable + HTTPSpec.staleTable).map(\.cells.stored)
  static let askingOfTables = (HTTPSpec.requestTable + HTTPSpec.staleTable).map(\.cells.fields)
  static let askingAnything = asking + askingOfTables

  /// What a response states besides its `Cache-Control` directives.
  enum Note: CaseIterable {
    case tag, nothing, age, dated, expires, expired, modified, vary, varyAll, undated, ahead, expiresZero
    case weakTag, changed, ages, expiresInOldForm, sameTag, lineBreak, nul, byteOrderMark

    func added(to representation: Representation) -> Representation {
      switch self {
      case .nothing: representation
      case .tag: representation.withTag
      case .age: representation.with("Age", "30")
      case .dated: representation.dated(secondsAgo: 30)
      case .expires: representation.expiring(inSeconds: 60)
      case .expired: representation.expiring(inSeconds: -60)
      case .modified: representation.modified(secondsAgo: 86_400)
      case .vary: representation.with("Vary", "X-Flavor")
      case .varyAll: representation.with("Vary", "*")
      case .undated: representation.undated
      case .ahead: representation.dated(secondsAgo: -30)
      case .expiresZero: representation.with("Expires", "0")
      case .weakTag: representation.with("ETag", "W/\(representation.body.tag)")
      case .changed: representation.with("Last-Modified", ResponseAsking.lastModified)
      case .ages: representation.with("Age", "30, 0")
      case .expiresInOldForm: representation.expiring(inSeconds: 60).writing(.rfc850)
      // A server may forget to change the tag with the body.
      case .sameTag: representation.with("ETag", "\"same\"")
      case .lineBreak: representation.of(ResponseBody(representation.body.text + "\r\n"))
      case .nul: representation.of(ResponseBody(representation.body.text + "\0"))
      case .byteOrderMark: representation.of(ResponseBody("\u{FEFF}" + representation.body.text))
      }
    }
  }

  /// What a response whose status is drawn states about how long it is fresh.
  static let directivesBesideStatus = [[], [], ["max-age=60"], ["must-understand, max-age=60"]]

  /// How many seconds ago a response is dated, and in how many its `Expires` is; also how long ago it was modified.
  static let ages = [0, 0, 30, 3600, 45 * 86_400, 400 * 86_400]
  static let expiries = [nil, 60, 3600, -60, 45 * 86_400, 400 * 86_400, 40 * 365 * 86_400, 52 * 365 * 86_400]

  /// The numbers that requests name in their directives, and their negatives.
  static let askedSeconds: [Duration] = {
    let directives = askingAnything.flatMap { HTTPDirectiveList($0.values("Cache-Control")).list }
    let numbers = Set(directives.compactMap { $0.argument.flatMap(HTTPDirectiveList.deltaSeconds) }).sorted()
    return numbers.flatMap { [.seconds($0), .seconds(-$0)] }
  }()

  /// The fields of the newest request that are looked at together.
  static let lookedAt = [
    ["If-None-Match"], ["If-None-Match", "If-Match", "If-Unmodified-Since", "If-Range"], ["Cache-Control", "Pragma"],
  ]

  static let delegates: [DelegateAnswer?] = [
    nil, nil, .asProposed, .nothing, .replaced(ResponseBody("replaced")), .changed(.notAllowed, userInfo: [:]),
    .changed(.allowedInMemoryOnly, userInfo: ["note": "1"]),
  ]

  /// A date at which nothing that is stored was modified.
  static let changedAgain = "Tue, 01 Jan 2019 00:00:00 GMT"
  /// Capacities of a store: much, little, and none of one kind.
  static let capacities = [
    ByteCounts(memory: 1 << 20, disk: 4 << 20), ResponseSpec.littleRoom, ByteCounts(memory: 0, disk: 1 << 20),
    ByteCounts(memory: 1 << 20, disk: 0),
  ]
}
