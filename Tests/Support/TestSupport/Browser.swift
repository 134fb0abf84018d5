import CacheConformance
public import Foundation

/// Runs each job on a thread of its own.
private final class OwnThread: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    Thread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }.start()
  }
}

/// A headless Chromium that a test drives through a pipe, by the DevTools protocol.
public final class Browser {
  /// Where Chromium is: what `CHROME` says, or one of its names in `PATH`. Nil if it is not installed.
  public static let path: String? = {
    let environment = ProcessInfo.processInfo.environment
    let folders = (environment["PATH"] ?? "").split(separator: ":")
    let names = ["chromium", "chromium-browser", "google-chrome", "chrome"]
    return ([environment["CHROME"]].compactMap(\.self) + names.flatMap { name in folders.map { "\($0)/\(name)" } })
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  /// An error of the browser, or of a script in a page.
  public struct Failure: Error, CustomStringConvertible { public let description: String }

  /// The errors that pages caused: exceptions, and error messages on the console or in the log.
  public private(set) var complaints: [String] = []
  private let (input, output) = (Pipe(), Pipe())
  private var (unread, loads, number) = (Data(), 0, 0)
  private var session: String?

  private init() {}

  /// Runs a test with a browser on a thread of its own, so that no other test waits for it, and ends the browser, at the
  /// latest after a minute.
  public static func run(_ body: @Sendable (Browser) throws -> Void) async throws {
    try await withTaskExecutorPreference(OwnThread()) { try perform(body) }
  }

  private static func perform(_ body: (Browser) throws -> Void) throws {
    guard let path else { throw Failure(description: "Chromium is not installed") }
    let folder = TemporaryFolders.newURL()
    let (browser, process) = (Browser(), Process())
    process.executableURL = URL(filePath: "/bin/sh")
    // The browser reads from descriptor 3 and writes to 4, which a shell can give it.
    process.arguments = [
      "-c", #"exec "$0" "$@" 3<&0 4>&1 </dev/null >/dev/null 2>&1"#, path, "--headless", "--no-sandbox",
      "--disable-gpu", "--disable-dev-shm-usage", "--user-data-dir=\(folder.path)", "--remote-debugging-pipe",
    ]
    (process.standardInput, process.standardOutput) = (browser.input, browser.output)
    try process.run()
    // A browser that has ended gives an error, not a signal.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    let watch = DispatchWorkItem { process.terminate() }
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(60), execute: watch)
    defer {
      _ = try? browser.call("Browser.close")
      process.waitUntilExit()
      watch.cancel()
      try? FileManager.default.removeItem(at: folder)
    }
    let target = try browser.call("Target.createTarget", ["url": "about:blank"])["targetId"] as? String ?? ""
    browser.session =
      try browser.call("Target.attachToTarget", ["targetId": target, "flatten": true])["sessionId"] as? String
    for domain in ["Page", "Runtime", "Log"] { try browser.call("\(domain).enable") }
    try body(browser)
  }

  /// Opens an address, and waits until it has loaded.
  public func open(_ address: URL) throws {
    // Another place in the same page would load nothing.
    for address in ["about:blank", address.absoluteString] {
      try waitForLoad { try call("Page.navigate", ["url": address]) }
    }
  }

  /// Performs an action that loads another page, and waits until the page has loaded.
  public func waitForLoad(after action: () throws -> Void) throws {
    let before = loads
    try action()
    while loads == before { note(try read()) }
  }

  /// Shows pages at this width and in this colour scheme.
  public func show(width: Int, scheme: String) throws {
    try call(
      "Emulation.setDeviceMetricsOverride",
      ["width": width, "height": 800, "deviceScaleFactor": 1, "mobile": false])
    try call(
      "Emulation.setEmulatedMedia", ["features": [["name": "prefers-color-scheme", "value": scheme]]])
  }

  /// Presses a key; `text` is what it writes.
  public func press(_ key: String, text: String = "") throws {
    try call("Input.dispatchKeyEvent", ["type": "keyDown", "key": key, "code": key, "text": text])
    try call("Input.dispatchKeyEvent", ["type": "keyUp", "key": key, "code": key])
  }

  /// Returns the value of an expression in the page.
  public func evaluate<Value>(_ expression: String, as _: Value.Type = Value.self) throws -> Value {
    let answer = try call("Runtime.evaluate", ["expression": expression, "returnByValue": true])
    guard let value = (answer["result"] as? [String: Any])?["value"] as? Value else {
      throw Failure(description: "\(expression): \(answer)")
    }
    return value
  }

  /// Calls a method of the protocol, and returns its result.
  @discardableResult
  public func call(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
    number += 1
    var message: [String: Any] = ["id": number, "method": method, "params": parameters]
    message["sessionId"] = session
    if method.hasPrefix("Browser.") { message["sessionId"] = nil }
    try input.fileHandleForWriting.write(contentsOf: JSONSerialization.data(withJSONObject: message) + [0])
    while true {
      let answer = try read()
      guard answer["id"] as? Int == number else {
        note(answer)
        continue
      }
      if let error = answer["error"] { throw Failure(description: "\(method): \(error)") }
      return answer["result"] as? [String: Any] ?? [:]
    }
  }

  private func note(_ event: [String: Any]) {
    let parameters = event["params"] as? [String: Any] ?? [:]
    switch event["method"] as? String {
    case "Page.loadEventFired": loads += 1
    case "Runtime.exceptionThrown": complaints.append("\(parameters)")
    case "Runtime.consoleAPICalled" where parameters["type"] as? String == "error": complaints.append("\(parameters)")
    case "Log.entryAdded":
      let entry = parameters["entry"] as? [String: Any] ?? [:]
      if entry["level"] as? String == "error" { complaints.append("\(entry)") }
    default: break
    }
  }

  /// Reads a message, each of which ends with a zero.
  private func read() throws -> [String: Any] {
    var (message, more) = (Data(), unread)
    while true {
      if let end = more.firstIndex(of: 0) {
        message += more[..<end]
        unread = Data(more[(end + 1)...])
        return try JSONSerialization.jsonObject(with: message) as? [String: Any] ?? [:]
      }
      message += more
      more = output.fileHandleForReading.availableData
      if more.isEmpty { throw Failure(description: "the browser has ended") }
    }
  }
}
