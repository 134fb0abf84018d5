extension HTTPSpec {
  /// What HTTP asks of a cache, whoever loads, and whatever through. None of it asks a cache to keep what is loaded so.
  static let wayScenarios: [ResponseScenario] =
    LoadingWay.all.flatMap(checkedStill)
    + (LoadingWay.tasks + LoadingWay.sessions + [.secure]).flatMap(notStored)
    + (LoadingWay.sessions + [.secure]).map(invalidating)

  private static let sweet: HeaderFields = ["X-Flavor": "sweet"]
  private static let sour: HeaderFields = ["X-Flavor": "sour"]

  /// What may not be served without a check is not.
  private static func checkedStill(_ way: LoadingWay) -> [ResponseScenario] {
    [
      Scenario(
        "http.store.no-cache", "\(way)", given: .stored(saying("no-cache, max-age=60"), for: way),
        then: way.settingUp() + [way.step(way.request, .answers(.v2), .checks)]),
      Scenario(
        "http.vary.matches", "another value, \(way)",
        given: .stored(.v1.withTag.with("Vary", "X-Flavor"), for: way, saying: sweet),
        then: way.settingUp() + [way.step(way.request.saying(sour), .answers(.v2), .checks)]),
      Scenario(
        "http.stale.must-revalidate", "\(way)",
        given: Fixture.stored(saying("max-age=0, must-revalidate"), for: way).originIsDown,
        then: way.settingUp() + [Step(way.load(way.request), .fails)]),
    ]
  }

  /// What may not be stored is not: it is not found, and is asked for again.
  private static func notStored(_ way: LoadingWay) -> [ResponseScenario] {
    let forbidding = Representation(.v1, cacheControl: ["no-store, max-age=60"])
    return [
      ("asked for again", forbidding, [:]), ("in the request", Representation.v1, ["Cache-Control": "no-store"]),
    ].map { row, representation, fields in
      Scenario(
        "http.store.no-store", "\(row), \(way)", given: .loaderHasStored,
        then: way.settingUp() + [
          way.serve(representation), way.step(way.request.saying(fields), .answers(.v1)),
          Step(.find(way.request), .answersNothing), way.serve(.v2),
          way.step(way.request, .answers(.v2), .requestsSomething),
        ])
    }
  }

  /// A session that changed a resource serves what was stored no more.
  private static func invalidating(_ way: LoadingWay) -> ResponseScenario {
    let put = RequestMessage(way.request.url, method: "PUT")
    return Scenario(
      "http.invalidate.unsafe-method", "PUT, \(way)",
      given: .stored(saying("max-age=600"), for: way).and(
        "a PUT has reached it, \(way)", standingOn: "http.store.unsafe-forwarded",
        way.settingUp() + [
          way.serve(Representation(.done, cacheControl: [])), Step(way.load(put), .reaches(by: "PUT")),
        ]),
      then: [way.serve(.v2), Step(way.load(way.request), .answers(.v2), .checks)])
  }
}
