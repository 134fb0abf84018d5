import SeededRandom

/// Random exchanges by seed: a request, its response, and a later request for the same or another resource, at times
/// that are likely to be on a boundary.
struct Exchanges {
  /// One exchange, and a later request at a time.
  struct Sample: CustomStringConvertible {
    var stored: Oracle.Exchange
    var request: Oracle.Request
    var now: Double

    var description: String {
      func lines(_ fields: [Oracle.Field]) -> String {
        fields.map { "\n    \($0.name.debugDescription): \($0.value.debugDescription)" }.joined()
      }
      return """
          \(stored.request.method) \(stored.request.url)\(lines(stored.request.fields))
          -> \(stored.status) at \(Int(stored.received))\(lines(stored.fields))
          \(request.method) \(request.url) \(now - stored.received) s later\(lines(request.fields))
        """
    }
  }

  var random: SeededGenerator

  /// The exchange with a number, always the same one.
  static func sample(_ number: Int) -> Sample {
    var exchanges = Exchanges(random: SeededGenerator(number))
    return exchanges.sample()
  }

  /// The values around which an exchange is made, in seconds.
  struct Plan {
    var received: Double
    var lifetime: Int
    /// The age at the time of the later request.
    var age: Int
    /// The age at the time of receipt.
    var initialAge: Int
    var window: Int
  }

  private mutating func sample() -> Sample {
    let plan = plan()
    let url = "\(random.chance(97) ? "http" : one("https HTTP ftp file htt"))://origin.test/a"
    let method = random.chance(80) ? "GET" : one("GET POST HEAD PUT PATCH DELETE OPTIONS TRACE CONNECT QUERY get")
    var first: [Oracle.Field] = []
    if random.chance(15) { first += cacheControl(storing()) }
    if random.chance(2) { first.append(field("Range", "bytes=0-1")) }
    if random.chance(5) { first.append(field("Authorization", "Basic x")) }
    var second: [Oracle.Field] = []
    if random.chance(40) { second += cacheControl(asking(plan)) }
    if random.chance(5) {
      second.append(
        field("Pragma", one(of: ["no-cache", "NO-cache", "no-cache, x", "x", "", "max-stale", "no-store"])))
    }
    if random.chance(2) { second.append(field("Range", "bytes=0-1")) }
    if random.chance(2) { second.append(field("If-None-Match", "\"a\"")) }
    var response: [Oracle.Field] = []
    if random.chance(25) {
      let (vary, one, other) = varying()
      response += vary
      first += one
      second += other
    }
    response += fields(plan, url: url)
    let stored = Oracle.Exchange(
      request: Oracle.Request(method: method, url: url, fields: first), status: status(), fields: response,
      requested: plan.received, received: plan.received)
    let resident = Double(plan.age - plan.initialAge) + (random.chance(5) ? one(of: [-0.5, 0.5, -100, 1e9]) : 0)
    let nextMethod = random.chance(95) ? "GET" : one("HEAD POST PUT OPTIONS get")
    return Sample(
      stored: stored, request: Oracle.Request(method: nextMethod, url: another(url), fields: second),
      now: plan.received + resident)
  }

  private mutating func plan() -> Plan {
    let lifetime = random.chance(70) ? one(of: [0, 1, 2, 10, 60, 100, 3600]) : random.number(below: 100_000)
    let window = random.chance(70) ? one(of: [0, 1, 10, 60]) : random.number(below: 1000)
    let initialAge = random.chance(50) ? 0 : random.number(below: lifetime + 3)
    let middle = one(of: [initialAge, lifetime, lifetime + window, lifetime * 2, lifetime / 2, lifetime / 2])
    let age = max(initialAge, middle + one(of: [-1, 0, 1]))
    // From 1985 to 2054, most often in 2026.
    let received =
      random.chance(80)
      ? 1_795_219_200 + random.number(below: 100_000) : 500_000_000 + random.number(below: 2_150_000_000)
    return Plan(received: Double(received), lifetime: lifetime, age: age, initialAge: initialAge, window: window)
  }

  private mutating func status() -> Int {
    if random.chance(60) { return 200 }
    if random.chance(70) {
      return one(of: [
        203, 204, 206, 300, 301, 302, 303, 304, 307, 308, 400, 401, 403, 404, 405, 410, 412, 414, 416, 418, 429, 500,
        501, 502, 503, 504, 100, 101, 103, 199, 201, 226, 299, 599,
      ])
    }
    return random.chance(95) ? 100 + random.number(below: 500) : one(of: [0, -1, 99, 600, 999])
  }

  /// The same URL in most cases, else one that may or may not identify the same resource.
  private mutating func another(_ url: String) -> String {
    guard random.chance(4) else { return url }
    return one(of: [
      "\(url)#part", "HTTP://ORIGIN.test:80/a", "http://origin.test/A", "http://origin.test/a?", "http://origin.test",
      "https://origin.test/a", "http://other.test/a", "http://origin.test:8080/a",
    ])
  }

  /// The header fields of the response.
  private mutating func fields(_ plan: Plan, url: String) -> [Oracle.Field] {
    var fields: [Oracle.Field] = []
    let isByAge = random.chance(50)
    if random.chance(70) {
      let date = plan.received - Double(isByAge ? one(of: [0, 0, -5, plan.initialAge]) : plan.initialAge)
      for _ in 0..<(random.chance(3) ? 2 : 1) { fields.append(field("Date", self.date(date, by: plan))) }
    }
    if isByAge, random.chance(90) { fields += age(plan) }
    if random.chance(35) {
      let from = plan.received - (isByAge ? 0 : Double(plan.initialAge))
      let end = random.chance(90) ? from + Double(plan.lifetime) : yearsAhead(plan.received, 50)
      for _ in 0..<(random.chance(5) ? 2 : 1) { fields.append(field("Expires", date(end, by: plan))) }
    }
    if random.chance(30) {
      let back = Double(plan.lifetime * 10 + one(of: [-1, 0, 0, 1]) + (isByAge ? 0 : plan.initialAge))
      fields.append(field("Last-Modified", date(plan.received - back, by: plan)))
    }
    if random.chance(80) { fields += cacheControl(telling(plan)) }
    if random.chance(10) { fields.append(field("Content-Location", one(of: [url, "/a", "/b", "//origin.test/a"]))) }
    if random.chance(5) { fields.append(field("Pragma", "no-cache")) }
    if random.chance(5) { fields.append(field("Set-Cookie", "a=b")) }
    return fields
  }

  private mutating func age(_ plan: Plan) -> [Oracle.Field] {
    if random.chance(80) { return [field("Age", "\(plan.initialAge)")] }
    let odd = [
      "", " ", "abc", "-1", "+1", "1.5", "\"5\"", "5, 7", ", 7", "x, 7", "007", "99999999999999999999", "2147483647",
      "2147483648", "2147483649", "9223372036854775807", "9223372036854775808", "\u{0665}", "5;x", "5 ", "1e3", "0x5",
    ]
    return (0..<(random.chance(20) ? 2 : 1)).map { _ in field("Age", one(of: odd)) }
  }

  /// `Vary`, and the fields of both requests that it may name.
  private mutating func varying() -> (vary: [Oracle.Field], first: [Oracle.Field], second: [Oracle.Field]) {
    let names = ["Accept-Language", "accept-encoding", "X-Custom", "User-Agent", "Cookie"]
    var vary: [String] = (0..<(1 + random.number(below: 3))).map { _ in one(of: names) }
    if random.chance(12) { vary.append(one(of: ["*", " * ", "", "X Custom", "\"x\"", "X-Custom\u{301}", "*x"])) }
    let middle = random.chance(50) ? ", " : one(of: [",", " ,\t", ",,"])
    var lines = [field("Vary", vary.joined(separator: middle))]
    if random.chance(15) { lines.append(field("vary", one(of: names + ["*"]))) }
    let values = [
      "en", "EN", "de, en", "en, de", "en,de", "en ,  de", "", " ", "gzip", "a b", "ab", "\u{E9}", "e\u{301}",
      "\u{212A}",
      "K", "\"a, b\"", "\"a,b\"", "de,,en",
    ]
    var (first, next): ([Oracle.Field], [Oracle.Field]) = ([], [])
    for name in names where random.chance(60) {
      let value = one(of: values)
      first.append(field(name, value))
      if random.chance(70) {
        next.append(field(name, value))
      } else if random.chance(80) {
        next.append(field(name, one(of: values)))
      }
      if random.chance(5) { next.append(field(name, one(of: values))) }
    }
    return (lines, first, next)
  }

  /// A field whose name is sometimes in random case.
  mutating func field(_ name: String, _ value: String) -> Oracle.Field {
    Oracle.Field(name: random.chance(80) ? name : anyCase(name), value: value)
  }

  mutating func one<Element>(of elements: [Element]) -> Element { random.one(of: elements) }
  mutating func one(_ words: String) -> String { one(of: words.split(separator: " ").map(String.init)) }
}
