import SeededRandom

/// Random `Cache-Control` fields.
extension Exchanges {
  /// The directives of the request that a response was stored for.
  mutating func storing() -> [String] { [spelled(one("no-store no-cache only-if-cached max-age=5 x"))] }

  /// The directives of a request that may be answered from the cache.
  mutating func asking(_ plan: Plan) -> [String] {
    var directives: [String] = []
    let step = one(of: [-1, 0, 0, 1])
    if random.chance(30) { directives.append(number("max-age", plan.age + step)) }
    if random.chance(25) { directives.append(number("min-fresh", plan.lifetime - plan.age + step)) }
    if random.chance(35) { directives.append(number("max-stale", plan.age - plan.lifetime + step)) }
    if random.chance(8) { directives.append(spelled("max-stale")) }
    if random.chance(15) { directives.append(spelled(one("no-cache no-store only-if-cached no-transform x=1"))) }
    if random.chance(10) { directives.append(odd()) }
    return directives
  }

  /// The directives of a response.
  mutating func telling(_ plan: Plan) -> [String] {
    var directives: [String] = []
    if random.chance(60) { directives.append(number("max-age", plan.lifetime)) }
    if random.chance(4) { directives.append(number("max-age", random.number(below: 100))) }
    if random.chance(15) { directives.append(number("s-maxage", one(of: [0, plan.lifetime, 100_000]))) }
    if random.chance(20) { directives.append(number("stale-if-error", plan.window)) }
    if random.chance(5) { directives.append(number("stale-while-revalidate", plan.window)) }
    for name in ["must-revalidate", "public", "private"] where random.chance(12) { directives.append(spelled(name)) }
    for name in ["no-store", "no-cache", "immutable"] where random.chance(5) { directives.append(spelled(name)) }
    let rare = [
      "must-understand", "proxy-revalidate", "no-transform", "no-cache=\"set-cookie\"", "no-cache=\"x, y\"",
      "no-cache=set-cookie", "private=\"x\"", "no-store=x", "x=\"a, b\"", "only-if-cached", "max-stale", "min-fresh=5",
    ]
    if random.chance(10) { directives.append(spelled(one(of: rare))) }
    if random.chance(12) { directives.append(odd()) }
    return directives
  }

  /// Directives on one or more lines, with or without white space, in any order.
  mutating func cacheControl(_ directives: [String]) -> [Oracle.Field] {
    var lines = [""]
    for directive in directives.shuffled(using: &random) {
      if lines[lines.count - 1].isEmpty {
        lines[lines.count - 1] = directive
      } else if random.chance(15) {
        lines.append(directive)
      } else {
        lines[lines.count - 1] += (random.chance(70) ? ", " : one(of: [",", " ,", ",,", ", ,\t", " , "])) + directive
      }
    }
    return lines.map { field("Cache-Control", random.chance(95) ? $0 : one(of: [" \($0)\t", "\($0),", ",\($0)"])) }
  }

  /// A directive with a number, in most cases a correct one.
  private mutating func number(_ name: String, _ number: Int) -> String {
    let name = spelled(name)
    if random.chance(85) { return "\(name)=\(number)" }
    let digits = "\(number)"
    return name
      + one(of: [
        "=\"\(digits)\"", "=\"\\\(digits)\"", "=\"\(digits.map { "\\\($0)" }.joined())\"", " = \(digits)",
        "= \(digits)",
        " =\(digits)", "=000\(digits)", "=\(digits)0000000000000000000", "=2147483648", "=2147483647", "=4294967296",
        "=9223372036854775808", "=99999999999999999999999999999999999999999", "=-1", "=+\(digits)", "=\(digits).5", "=",
        "", "=x", "=\(digits)x", "=\"\(digits)", "=\(digits)\"", "='\(digits)'", "=\" \(digits)\"", "=\"\"", "=\"\\\"",
        "=\(digits) 5", "=\(digits);x", "=\u{0661}", "=\(digits)\u{301}", "=\(digits)\u{0}", "=\u{1}\(digits)",
        "=\"\(digits)\"x", "=\(digits)=5", "==\(digits)", "=1e3", "=0x10", "=\(digits)\r\n", "=\u{FF11}",
        "=\"\(digits),5\"",
      ])
  }

  /// A member that is not a directive, hides one, or only looks like one.
  private mutating func odd() -> String { one(of: Self.oddDirectives) }

  private static let oddDirectives = quotes + neighbours

  private static let quotes = [
    "", " ", "\"", "\\", "=", "=5", "x", "x=", "x=\"\"", "x=\"no-store\"", "x=\"a, no-store\"",
    "x=\"a\\\", no-store\"",
    "x=\"a\\\\\", no-store", "x=\"a\\\\, no-store\"", "x=\"a", "x=\"a, no-store", "x=a\", no-store",
    "x\", no-store, \"y",
  ]

  private static let neighbours = [
    "no-store-x", "xno-store", "no_store", "no store", "no-\u{17F}tore", "no-store\u{A0}", "\u{A0}no-store",
    "no-store\u{B}", "\tno-store\t", "no-store\r\n", "\u{0}no-store", "x,\u{301}no-store", "no-store\u{301}",
    "x\u{301}, no-cache", "\"no-store\"", "no-store;x", "no-store=", "no-store =x", "no-store=\"\"", "'no-store'",
    "x='a, no-store'", "x=\"\u{301}a, no-store\u{301}\"", "x=\"a\"\u{301}, no-store", "\u{7F}", "public;max-age=5",
    "pub\u{142}ic", "no-cache=\"", "no-cache=", "no-cache=\"set-cookie", "no-cache=\"\"",
    "NO-CACHE=\"Set-Cookie, X\"",
    "must-revalidate=1", "max-age:5", "max-age=\"a, no-store\"", "x=\"\\", "x=\"\\\"", "\u{1F600}", "immutable=1",
  ]

  /// A name, sometimes in random case.
  private mutating func spelled(_ text: String) -> String { random.chance(85) ? text : anyCase(text) }

  mutating func anyCase(_ text: String) -> String {
    String(text.map { random.chance(50) ? Character($0.uppercased()) : Character($0.lowercased()) })
  }
}
