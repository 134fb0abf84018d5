import CacheSpec
import Foundation
import TestSupport
import Testing

@testable import CacheConformance
@testable import CacheConformanceCommand

/// Tests what commands do to runs and reports, by running executables of this package.
struct CommandTests {
  @Test(
    "A program without a module says so, and still prints its help",
    arguments: [(["--help"], 0), (["check"], 2), (["check", "mine"], 2), (["modules"], 2), (["list"], 2)]
      as [([String], Int32)]
  )
  func noModule(_ arguments: [String], _ status: Int32) async {
    #expect(await CacheSpecCommand(modules: []).run(arguments) == status)
  }

  /// Arguments, and the complaint. A type spares the compiler a second for each of the times that it reads them.
  private static let misunderstood: [([String], String)] = [
    (
      ["frobnicate"],
      "unknown command 'frobnicate'; the commands are check, compare, explore, list, show, modules, new, serve, protocol, pages, site, completions, help"
    ),
    (
      ["check", "nobody"],
      "unknown module 'nobody'; the modules are honest, liar, sleeper, spinner, deadlocker, trapper, aborter, quitter, chatterbox, broken, sharer, stuck, stuck-and-trapped, clinging, slow, shy, racer, coin, crowded, evicted, hurried, blocker"
    ),
    (["check", "honest:blue"], "honest has no variant 'blue'; check it as honest"),
    (
      ["check", "--only", "toy.frobnicates"],
      "no scenario of honest matches 'toy.frobnicates'; 'toyspec list toy' prints the rules of the chapter"
    ),
    (["check", "--only", "chess"], "no scenario of honest matches 'chess'; 'toyspec list' prints all rules"),
    (["check", "--only", "toy.halves", "--spec", "1"], "--spec 1 leaves out 'toy.halves', which came later"),
    (["check", "--format", "yaml"], "--format takes text, json, junit, github or markdown, not 'yaml'"),
    (
      ["check", "--print-deviations", "--format", "json"],
      "--print-deviations prints no report of scenarios, and does not go with --format"
    ),
    (["list", "--print-deviations"], "--print-deviations goes with check, not with list"),
    (["check", "--shard", "4/3"], "--shard takes a part and the number of parts, as in 2/5, not '4/3'"),
    (["check", "--repeat", "0"], "--repeat takes a whole number from 1 to 1000, not '0'"),
    (["check", "--replay", "runs", "--repeat", "2"], "--repeat is about scenarios, and does not go with --replay"),
    (["check", "--only", "toy", "--replay", "runs"], "--only is about scenarios, and does not go with --replay"),
    (
      ["explore", "--repeat", "2"],
      "explore does not take --repeat: it repeats what it finds; check --repeat repeats scenarios"
    ),
    (["check", "--name", "mine"], "--name goes with --exec"),
    (["check", "--color", "pink"], "--color takes auto, always or never, not 'pink'"),
    (["check", "honest", "--exec", "true"], "--exec takes the place of 'honest'"),
    (["list", "--exec", "true"], "--exec goes with check and explore, not with list"),
    (["compare", "old.json"], "compare needs a later report in JSON (NEW): compare OLD NEW"),
    (["compare", "/no/old.json", "/no/new.json"], "cannot read '/no/old.json': No such file or directory"),
    (["check", "--format"], "--format needs a value: text, json, junit, github or markdown"),
    (["check", "--frobnicate"], "unknown option '--frobnicate'"),
    (["check", "--format", "json", "--format=text"], "--format is given twice"),
    (["check", "--isolated", "--isolated=each"], "--isolated is given twice"),
    (["check", "--time-limit", "soon"], "--time-limit takes a number of seconds from 0.001 to 3600, not 'soon'"),
    (["check", "--time-limit", "nan"], "--time-limit takes a number of seconds from 0.001 to 3600, not 'nan'"),
    (["check", "--time-limit", "1e-9"], "--time-limit takes a number of seconds from 0.001 to 3600, not '1e-9'"),
    (["check", "--shard", "-1/-1"], "--shard takes a part and the number of parts, as in 2/5, not '-1/-1'"),
    (["explore", "--runs", "\(Int.max)"], "--runs takes a whole number from 1 to 1000000000, not '\(Int.max)'"),
    (["explore", "--steps", "-1"], "--steps takes a whole number from 1 to 1000000000, not '-1'"),
    (["explore", "--for", "1e300"], "--for takes a whole number from 1 to 1000000000, not '1e300'"),
    (["explore", "--seed", "0.5"], "--seed takes a whole number from 1 to \(Int.max), not '0.5'"),
    (["check", "--replay", "/no/runs"], "cannot read '/no/runs': No such file or directory"),
    (["check", "--replay", "/"], "cannot read '/': Is a directory"),
    (["check", "honest", "liar", "--format", "junit"], "--format junit takes one module"),
    (["list", "chess"], "no rule matches 'chess'; 'toyspec list' prints all rules"),
    (["list", "--isolated"], "--isolated goes with check, not with list"),
    (["explore", "--isolated"], "explore does not take --isolated: it always follows runs in child processes"),
    (["explore", "--shuffle", "3"], "explore does not take --shuffle: another --seed draws other runs"),
    (["explore", "--format", "junit"], "--format takes text or json, not 'junit'"),
    (["check", "--replay", "runs", "--format", "junit"], "--replay prints text or json, not junit"),
    (
      ["show", "toy.frobnicates"],
      "unknown rule or topic 'toy.frobnicates'; 'toyspec list toy' prints the rules of the chapter"
    ),
    (["show", "toy.doubles[nine]"], "toy.doubles has no row 'toy.doubles[nine]'; show toy.doubles prints its rows"),
    (["show"], "show needs a chapter, a topic, a rule or a scenario; * stands for any text (ID): show ID"),
    (["pages"], "pages needs a folder (FOLDER): pages FOLDER"),
    (["site"], "site needs a folder: --output DIR"),
    (["site", "--output", "/tmp/site", "/no/report.json"], "cannot read '/no/report.json': No such file or directory"),
    (["site", "--output", "/tmp/site", "--verbose"], "--verbose goes with check, explore and show, not with site"),
    (
      ["site", "--output", "/tmp/site", "--baseline", "/no/old.json"],
      "cannot read '/no/old.json': No such file or directory"
    ),
    (
      ["site", "--output", "/tmp/site", "--source-url", "example.com"],
      "--source-url takes an address that begins with https://, not 'example.com'"
    ),
    (["list", "--baseline", "old.json"], "--baseline goes with site, not with list"),
    (["site", "--verbose"], "--verbose goes with check, explore and show, not with site"),
    (["check", "-qz"], "unknown option '-z'"),
    (["check", "--exec", ""], "--exec needs a value: COMMAND"),
    (["check", "--output", "--verbose"], "--output needs a value: FILE"),
    (["check", "-o", "-q"], "--output needs a value: FILE"),
    (["check", "--verbose=yes"], "--verbose takes no value, and not 'yes'"),
    (["check", "-qv"], "--quiet does not go with --verbose"),
    (["check", "-o", "one", "--output=two"], "--output is given twice"),
    (["--quiet"], "--quiet goes with check and explore, and no command is named"),
    (["completions", "tcsh"], "completions takes bash, zsh or fish, not 'tcsh'"),
    (
      ["check", "--spec", "99"],
      "--spec takes a version of the specification from 1 to \(SpecVersion.current), not '99'"
    ),
    (["modules", "honest"], "modules does not take 'honest'"),
  ]

  @Test("Arguments that cannot be understood give one clear line and exit status 2", arguments: misunderstood)
  func usageErrors(_ arguments: [String], _ complaint: String) async throws {
    let ending = try await runCommand(arguments)
    #expect(ending.status == 2)
    let command = CommandEntry.all.map(\.name).first(where: arguments.contains).map { " \($0)" } ?? ""
    #expect(ending.errors == "toyspec: \(complaint); see 'toyspec help\(command)'\n")
    #expect(ending.output == "")
  }

  @Test("Several modules are checked one after another, and the run fails if one of them does")
  func several() async throws {
    let ending = try await runCommand(["check", "honest", "liar"])
    #expect(ending.status == 1)
    #expect(ending.output.contains("honest: 5 scenarios: 5 passed\n\nviolated  toy.doubles[two and three]"))
    let json = try await JSONSerialization.jsonObject(
      with: Data(runCommand(["check", "honest", "liar", "--format", "json"]).output.utf8))
    #expect((json as? [[String: Any]])?.map { $0["module"] as? String } == ["honest", "liar"])
  }

  // In a process of its own, and for seconds, because the threads of the tests are busy. How long it takes is told by no
  // test: other tests run meanwhile, and without the limit it takes years.
  @Test(
    "However many runs and steps are asked for, exploring ends in time, and tells what it has found",
    .timeLimit(.minutes(10)))
  func exploresInTime() async throws {
    let ending = try await runCommand(["explore", "liar", "--runs", "1000000000", "--steps", "1000000", "--for", "3"])
    #expect(ending.status == 1)
    // On a busy machine the time is up before what was found is shrunk.
    #expect(ending.output.contains("toy.doubles"))
  }

  @Test("Verdicts are coloured with --color always, and plain in a pipe")
  func colors() async throws {
    let colored = try await runCommand(["check", "liar", "--color", "always"]).output
    #expect(colored.contains("\u{1B}[1;31mviolated\u{1B}[0m  toy.doubles"))
    #expect(try await !runCommand(["check", "liar"]).output.contains("\u{1B}"))
    let unsteady = "unsteady: violated in 2 of 4 runs"
    #expect(ColorChoice.always.colored("\(unsteady)  toy.zero") == "\u{1B}[1;31m\(unsteady)\u{1B}[0m  toy.zero")
  }

  @Test("compare lists broken scenarios apart from mended ones, and fails if any is broken")
  func compares() async throws {
    let folder = TemporaryFolders.newURL()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (good, bad) = (folder.appendingPathComponent("good").path, folder.appendingPathComponent("bad").path)
    _ = try await runCommand(["check", "honest", "--format", "json", "--output", good])
    _ = try await runCommand(["check", "liar", "--format", "json", "--output", bad])
    let worse = try await runCommand(["compare", good, bad])
    #expect(worse.status == 1)
    #expect(
      worse.output == """
        broken  toy.doubles[two and three]: passed → violated: expected 6, actual 7
        honest → liar: 1 broken, 0 lost, 0 mended, 0 otherwise changed, 0 that were not there before and fail, 0 no longer there

        """)
    let better = try await runCommand(["compare", bad, good])
    #expect(better.status == 0)
    #expect(better.output.hasPrefix("mended  toy.doubles[two and three]: violated → passed\n"))
    let piped = "cat '\(bad)' | '\(built("toyspec").path)' compare '\(good)' /dev/stdin"
    #expect(try await runCommand(["-c", piped], of: URL(filePath: "/bin/sh")).output == worse.output)
    #expect(try await runCommand(["compare", good, built("toyspec").path]).errors.contains("is no report in JSON"))
    _ = try await runCommand(["check", "honest", "liar", "--format", "json", "--output", bad])
    #expect(try await runCommand(["compare", good, bad]).errors.contains("has 2 reports, and has to have one"))
  }

  @Test("compare names what was assessed before and is not now, and fails for it")
  func comparesAssessment() async throws {
    let folder = TemporaryFolders.newURL()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func compare(_ old: CacheModule, _ new: CacheModule, only: String = "*") async throws -> CommandEnding {
      let (before, after) = (folder.appendingPathComponent("old"), folder.appendingPathComponent("new"))
      try await old.run().json().write(to: before, atomically: true, encoding: .utf8)
      let selected = RunOptions(selection: ScenarioSelection(only))
      try await new.run(selected).json().write(to: after, atomically: true, encoding: .utf8)
      return try await runCommand(["compare", before.path, after.path])
    }
    let deaf = CacheModule.toy("deaf", lacking: [.listening: "it is deaf"]) { $0 * 2 }
    let declined = try await compare(.honest, deaf)
    #expect(declined.status == 1)
    #expect(declined.output.hasPrefix("lost    toy.tells-once: passed → notAssessed: needs listening: it is deaf\n"))
    #expect(declined.output.contains(" 0 broken, 1 lost, 0 mended,"))
    #expect(try await compare(deaf, .honest).status == 0)
    let part = try await compare(.honest, .honest, only: "toy.doubles[four]")
    #expect(part.status == 1)
    #expect(part.output.contains("lost    toy.zero: passed → no longer there\n"))
    #expect(part.output.contains(" 3 lost, ") && part.output.contains(" 4 no longer there"))
    var excused = CacheModule.broken
    excused.deviations = [KnownDeviation("toy.doubles[fixture: *]", because: "it is tired", link: "")]
    let hidden = try await compare(.honest, excused)
    #expect(
      hidden.status == 1 && hidden.output.contains("lost    toy.halves: passed → notAssessed: blocked by toy.doubles"))
  }

  @Test(
    "A shard that has none of the selected scenarios is no failure, and says so in each format",
    arguments: ["text", "json", "junit", "github", "markdown"])
  func emptyShard(_ format: String) async throws {
    let shard = try #require((1...9).map { "\($0)/9" }.first { RunShard($0)?.contains("toy.halves") == false })
    let options = ["--shard", shard, "--format", format]
    let ending = try await runCommand(["check", "honest", "--only", "toy.halves"] + options)
    #expect(ending.status == 0 && ending.errors == "")
    let words = "honest: 0 scenarios: shard \(shard) has none of the scenarios that are selected"
    if format == "json" {
      let report = try JSONReport(json: Data(ending.output.utf8))
      #expect(report.results.isEmpty && report.shard == shard)
    } else {
      #expect(ending.output.contains(words))
    }
    #expect(try await runCommand(["check", "honest", "--only", "toy.nothing"] + options).status == 2)
    #expect(
      try await runCommand(["check", "honest", "--only", "toy.nothing", "--only", "toy.halves"] + options).status == 2)
  }

  @Test("Deviations are printed in place of the report, for what fails now")
  func printsDeviations() async throws {
    let ending = try await runCommand(["check", "liar", "--print-deviations"])
    #expect(ending.status == 1)
    #expect(
      ending.output == """
        KnownDeviation("toy.doubles[two and three]", because: "double 3: expected 6, but saw 7", link: ""),

        """)
    #expect(
      ending.errors
        == "toyspec: 1 of 1 deviation has no link: give the address where each is documented or reported, and "
        + "say in its reason why the module does so\n")
  }

  @Test("A report that cannot be written gives one clear line and exit status 3")
  func unwritable() async throws {
    let ending = try await runCommand(["check", "--output", "/no/such/folder/report.txt"])
    #expect(ending.status == 3)
    #expect(
      ending.errors
        == "toyspec: cannot write to '/no/such/folder/report.txt': No such file or directory\n")
  }

  @Test("If nobody reads the report any more, the run fails without a complaint")
  func unread() throws {
    let (output, errors) = (Pipe(), Pipe())
    try output.fileHandleForReading.close()
    let process = Process()
    process.executableURL = built("toyspec")
    process.arguments = ["check"]
    (process.standardOutput, process.standardError) = (output, errors)
    try process.run()
    #expect(errors.fileHandleForReading.readDataToEndOfFile().isEmpty)
    process.waitUntilExit()
    #expect(process.terminationStatus == 3 && process.terminationReason == .exit)
  }

  @Test(
    "A temporary folder that does not exist, or whose path is too long, gives one clear line and exit status 3",
    arguments: ["/no/such/folder", "/" + String(repeating: "a", count: 600)])
  func noTemporaryFolder(_ path: String) async throws {
    let ending = try await runCommand(["check"], environment: ["TMPDIR": path])
    #expect(ending.status == 3 && ending.output == "")
    #expect(ending.errors.hasPrefix("toyspec: there is no usable folder for temporary files: "))
    #expect(ending.errors.hasSuffix("has a short path\n"))
  }

  @Test("A run leaves no files, and removes those of killed runs")
  func leavesNothing() async throws {
    let folder = TemporaryFolders.newURL()
    defer { try? FileManager.default.removeItem(at: folder) }
    let dead = Process()
    dead.executableURL = built("toyspec")
    dead.standardOutput = FileHandle.nullDevice
    try dead.run()
    dead.waitUntilExit()
    let alive = TemporaryFolders.name(of: ProcessInfo.processInfo.processIdentifier) + "1"
    // Whether a process of another container or machine is alive cannot be known.
    let elsewhere = "cachespec-zzzzzz-\(dead.processIdentifier)-1"
    let left = TemporaryFolders.name(of: dead.processIdentifier) + "1"
    for name in [left, alive, elsewhere, "cachespec-of-somebody"] {
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
    }
    #expect(try await runCommand(["check"], environment: ["TMPDIR": folder.path]).status == 0)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        == [alive, elsewhere, "cachespec-of-somebody"].sorted())
  }

  @Test("An interrupted run leaves no earlier report, and exits with 3")
  func interrupted() throws {
    let file = TemporaryFolders.newURL()
    defer { try? FileManager.default.removeItem(at: file) }
    try Data("an earlier report".utf8).write(to: file)
    let process = Process()
    process.executableURL = built("toyspec")
    process.arguments = ["check", "sleeper", "--time-limit", "600", "--output", file.path]
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    // Once the report's file is empty, the signal handlers are installed: `check` installs them first.
    while try !Data(contentsOf: file).isEmpty { sched_yield() }
    process.terminate()
    // A worker ends with the run, and nothing is said of it.
    let complaints = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(complaints == "toyspec: interrupted by SIGTERM: the run is not finished\n")
    #expect(process.terminationStatus == 3 && process.terminationReason == .exit)
    #expect(try Data(contentsOf: file).isEmpty)
  }

  @Test("A signal ends a run whose output nobody reads")
  func interruptedUnread() async throws {
    let file = TemporaryFolders.newURL()
    defer { try? FileManager.default.removeItem(at: file) }
    try Data("an earlier report".utf8).write(to: file)
    let output = Pipe()
    let descriptor = output.fileHandleForWriting.fileDescriptor
    let flags = fcntl(descriptor, F_GETFL)
    _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK)
    while write(descriptor, "x", 1) == 1 {}
    _ = fcntl(descriptor, F_SETFL, flags)
    let process = Process()
    process.executableURL = built("toyspec")
    process.arguments = ["check", "sleeper", "--time-limit", "600", "--output", file.path]
    (process.standardOutput, process.standardError) = (output, output)
    try process.run()
    while try !Data(contentsOf: file).isEmpty { sched_yield() }
    process.interrupt()
    let deadline = ContinuousClock.now + .seconds(30)
    while process.isRunning, ContinuousClock.now < deadline { try await Task.sleep(for: .milliseconds(50)) }
    #expect(!process.isRunning)
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    #expect(process.terminationStatus == 3 && process.terminationReason == .exit)
  }

  @Test("A run that ignores the end of its terminal from the start, as by nohup, goes on when it comes")
  func ignoresHangUp() throws {
    let file = TemporaryFolders.newURL()
    defer { try? FileManager.default.removeItem(at: file) }
    try Data("an earlier report".utf8).write(to: file)
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = [
      "-c", "trap '' HUP; exec '\(built("toyspec").path)' check slow --only toy.zero --output '\(file.path)'",
    ]
    try process.run()
    while try !Data(contentsOf: file).isEmpty { sched_yield() }
    kill(process.processIdentifier, SIGHUP)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0 && process.terminationReason == .exit)
    #expect(try String(contentsOf: file, encoding: .utf8).contains("1 passed"))
  }

  @Test("A page that cannot be written is told with what the system said, and what to do")
  func unwritablePages() async throws {
    let ending = try await runCommand(["pages", "/dev/null/pages"])
    #expect(ending.status == 3 && ending.output == "")
    #expect(
      ending.errors
        == "toyspec: cannot write '/dev/null/pages/README.md': Not a directory; choose a folder that can be "
        + "written to\n")
  }

  @Test("A worker without a parent ends")
  func workerWithoutParent() async throws {
    #expect(try await runCommand(["work", "honest"]).status == 0)
  }

  @Test("A clean run exits with 0 and a failed run with 1, in one process and in child processes")
  func statuses() async throws {
    #expect(try await runCommand(["check"]).status == 0)
    #expect(try await runCommand(["check", "liar"]).status == 1)
    #expect(try await runCommand(["check", "trapper", "--isolated"]).status == 1)
    #expect(try await runCommand(["check", "trapper", "--isolated", "--only", "toy.zero"]).status == 0)
  }

  @Test("The report is written to the given file")
  func output() async throws {
    let file = TemporaryFolders.newURL()
    defer { try? FileManager.default.removeItem(at: file) }
    let ending = try await runCommand(["check", "--format=json", "--output", file.path])
    #expect(ending.status == 0 && ending.output == "")
    #expect(ending.errors == "toyspec: honest: 5 scenarios: 5 passed\ntoyspec: wrote the report to \(file.path)\n")
    #expect(try String(contentsOf: file, encoding: .utf8).contains("\"module\" : \"honest\""))
    #expect(try await runCommand(["check", "-qo\(file.path)"]).errors == "")
    #expect(try await runCommand(["check", "-qo", "-"]).output == "honest: 5 scenarios: 5 passed\n")
  }

  @Test("Rules newer than the given version are left out")
  func olderVersion() async throws {
    #expect(try await runCommand(["check", "--spec", "1"]).output.contains("honest: 4 scenarios: 4 passed"))
    #expect(try await runCommand(["check"]).output.contains("honest: 5 scenarios: 5 passed"))
  }
}
