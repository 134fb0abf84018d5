package import CacheConformance
import CacheSpec
package import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A toy that attacks the process or the machine when it doubles four, and the verdicts that the run may reach.
package struct HostileToy: Sendable, CustomStringConvertible {
  /// Its name.
  package let name: String
  /// The allowed verdicts of the scenario in which it doubles four.
  package let verdicts: Set<Verdict.Kind>
  /// The attack.
  let attack: @Sendable () async throws -> Void

  init(_ name: String, _ verdicts: Verdict.Kind..., attack: @escaping @Sendable () async throws -> Void) {
    (self.name, self.verdicts, self.attack) = (name, Set(verdicts), attack)
  }

  package var description: String { name }

  package var module: CacheModule {
    .toy(name) { number in
      if number == 4 { try await attack() }
      return number * 2
    }
  }

  package static let all: [HostileToy] =
    crashes + exits + hangs + late + printing + streams + processes + descriptors + odd

  // MARK: Crashes

  private static let crashes = [
    HostileToy("index-out-of-range", .crashed) {
      let numbers = Array(0..<Int(getpid() > 0 ? 1 : 2))
      _ = numbers[numbers.count]
    },
    HostileToy("fatal-error", .crashed) { fatalError("on purpose") },
    HostileToy("overflow", .crashed) { _ = Int8(clamping: getpid()) + Int8.max },
    HostileToy("abort", .crashed) { abort() },
    HostileToy("segmentation-fault", .crashed) {
      UnsafeMutablePointer<Int>(bitPattern: UInt(getpid() > 0 ? 8 : 16))?.pointee = 1
    },
    HostileToy("stack-overflow", .crashed) { _ = deep(Int(getpid())) },
    HostileToy("resumes-twice", .crashed) {
      await withCheckedContinuation { continuation in
        continuation.resume()
        continuation.resume()
      }
    },
    HostileToy("kills-itself", .crashed) { kill(getpid(), SIGKILL) },
    HostileToy("terminates-itself", .crashed) { kill(getpid(), SIGTERM) },
    HostileToy("broken-pipe", .crashed) {
      signal(SIGPIPE, SIG_DFL)
      var ends: [Int32] = [0, 0]
      guard pipe(&ends) == 0 else { return }
      close(ends[0])
      _ = write(ends[1], "x", 1)
    },
    HostileToy("error-that-traps", .crashed) { throw TrappingError() },
    HostileToy("kills-its-group", .crashed) { killpg(0, SIGKILL) },
  ]

  // MARK: Exits

  private static let exits = [
    HostileToy("exit-0", .crashed) { exit(0) },
    HostileToy("exit-3", .crashed) { exit(3) },
    HostileToy("_exit-0", .crashed) { _exit(0) },
    HostileToy("exit-on-a-thread", .crashed) {
      Thread { exit(0) }.start()
      await forEver()
    },
    HostileToy("becomes-another-program", .crashed) {
      var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("/bin/echo"), nil]
      execv("/bin/echo", &arguments)
    },
  ]

  // MARK: Hangs

  private static let hangs = [
    HostileToy("endless-loop", .hung) { block() },
    HostileToy("loops-on-every-core", .hung) {
      for _ in 0..<ProcessInfo.processInfo.activeProcessorCount { Thread { spin() }.start() }
      spin()
    },
    HostileToy("fills-the-pool", .hung) {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<64 { group.addTask { DispatchSemaphore(value: 0).wait() } }
      }
    },
    HostileToy("deadlock", .hung) {
      let lock = NSLock()
      lock.withLock { lock.withLock {} }
    },
    HostileToy("never-answers", .hung) { await forEver() },
    // The thread that should respond is stopped first, so that there is no response.
    HostileToy("stops-itself", .hung) { raise(SIGSTOP) },
    HostileToy("ignores-signals", .hung) {
      for number in 1..<32 { signal(Int32(number), SIG_IGN) }
      await forEver()
    },
    HostileToy("error-that-loops", .hung) { throw LoopingError() },
  ]

  // MARK: Late

  private static let late = [
    HostileToy("aborts-late", .crashed) {
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(5)) { abort() }
    },
    // Where a machine is busy, what is due late comes much later still.
    HostileToy("aborts-late-on-busy-threads", .crashed) {
      for _ in 0..<ProcessInfo.processInfo.activeProcessorCount { DispatchQueue.global().async { usleep(300_000) } }
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(5)) { abort() }
    },
    HostileToy("exits-late", .crashed) {
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(5)) { exit(0) }
    },
    HostileToy("traps-late", .crashed) {
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(2)) { fatalError("late") }
    },
  ]

  // MARK: Printing

  private static let printing = [
    HostileToy("prints-much", .passed) {
      let lines = Array(String(repeating: String(repeating: "x", count: 99) + "\n", count: 10_000).utf8)
      for _ in 0..<100 { _ = lines.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) } }
    },
    HostileToy("prints-no-line-end", .passed) { print(String(repeating: "y", count: 5_000_000), terminator: "") },
    HostileToy("prints-escapes", .passed) { print("\u{1B}[2J\u{7}\u{202E}") },
    HostileToy("prints-no-text", .passed) {
      _ = [UInt8](repeating: 0xFF, count: 4096).withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
    },
    HostileToy("prints-a-report", .passed) { print(#"{"token":"x","key":"toy.zero","content":{"ready":{}}}"#) },
    HostileToy("cries-wolf", .passed) { print("Fatal error: not really") },
    HostileToy("long-error", .violated) { throw TextError(text: String(repeating: "long ", count: 600_000)) },
    HostileToy("error-with-escapes", .violated) { throw TextError(text: "\u{1B}[31mred\u{0}\u{7}\n\nfake: passed") },
    HostileToy("empty-error", .violated) { throw TextError(text: "") },
  ]

  // MARK: Streams

  /// What a module does with its own streams is its own affair: the kit touches none of them.
  private static let streams = [
    HostileToy("waits-for-a-line", .passed) {
      let reading = try openPipe().reading
      let isWaiting = DispatchSemaphore(value: 0)
      Thread {
        let stream = fdopen(reading, "r")
        var (line, capacity) = (UnsafeMutablePointer<CChar>?.none, 0)
        isWaiting.signal()
        getline(&line, &capacity, stream)
      }.start()
      isWaiting.wait()
    },
    HostileToy("locks-a-stream", .passed) {
      let isLocked = DispatchSemaphore(value: 0)
      Thread {
        flockfile(fopen("/dev/null", "w"))
        isLocked.signal()
        while true { pause() }
      }.start()
      isLocked.wait()
    },
    HostileToy("fills-its-output", .passed) {
      let writing = try openPipe().writing
      _ = fcntl(writing, F_SETFL, O_NONBLOCK)
      while write(writing, "x", 1) == 1 {}
      _ = fcntl(writing, F_SETFL, 0)
      dup2(writing, STDOUT_FILENO)
    },
  ]

  // MARK: Other processes

  private static let processes = [
    HostileToy("leaves-a-process", .passed) { try start("/bin/sleep", ["300"]) },
    HostileToy("leaves-a-process-that-leaves-one", .passed) { try start("/bin/sh", ["-c", "sleep 300 & sleep 300"]) },
    HostileToy("crashes-beside-a-process", .crashed) {
      try start("/bin/sleep", ["300"])
      abort()
    },
    HostileToy("waits-for-a-process", .passed) {
      let process = try start("/bin/echo", [])
      process.waitUntilExit()
    },
  ]

  // MARK: Descriptors

  private static let descriptors = [
    HostileToy("reads-standard-input", .passed) {
      var buffer = [UInt8](repeating: 0, count: 16)
      _ = read(STDIN_FILENO, &buffer, buffer.count)
    },
    HostileToy("closes-output", .passed) {
      close(STDOUT_FILENO)
      close(STDERR_FILENO)
    },
    HostileToy("forges-a-message", .passed) {
      let forged = #"{"token":"","key":"toy.zero","content":{"judged":{"_0":{"hung":{"seconds":1}},"_1":{}}}}"# + "\n"
      for descriptor in Int32(3)..<64 { _ = write(descriptor, forged, forged.utf8.count) }
    },
    HostileToy("writes-noise-everywhere", .passed) {
      let noise = [UInt8](repeating: 0x41, count: 100) + [0x0A]
      for descriptor in Int32(3)..<64 { _ = noise.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) } }
    },
    HostileToy("uses-up-descriptors", .passed) { while open("/dev/null", O_RDONLY) >= 0 {} },
    HostileToy("closes-everything", .crashed) { for descriptor in Int32(0)..<1024 { close(descriptor) } },
  ]

  // MARK: Odd, but harmless

  private static let odd = [
    HostileToy("changes-the-folder", .passed) { _ = chdir("/") },
    HostileToy("changes-the-environment", .passed) {
      setenv("TMPDIR", "/no/such/folder", 1)
      setenv("PATH", "", 1)
    },
    HostileToy("removes-temporary-files", .passed) {
      try removeRunFolder(TemporaryFolders.parent)
    },
    HostileToy("starts-many-threads", .passed) { for _ in 0..<200 { Thread { pause() }.start() } },
    HostileToy("takes-much-memory", .passed) {
      let pointer = UnsafeMutableRawPointer.allocate(byteCount: 8 << 30, alignment: 16)
      pointer.storeBytes(of: 1, as: UInt8.self)
    },
    HostileToy("cancels-its-task", .passed) { withUnsafeCurrentTask { $0?.cancel() } },
    HostileToy("takes-its-time", .passed) { try await Task.sleep(for: .milliseconds(300)) },
  ]
}

// MARK: Helpers

private struct TextError: Error, CustomStringConvertible {
  let text: String
  var description: String { text }
}

private struct TrappingError: Error, CustomStringConvertible {
  var description: String { fatalError("no words") }
}

private struct LoopingError: Error, CustomStringConvertible {
  var description: String {
    block()
    return ""
  }
}

private let spins = Atomic(0)

private func spin() { while getpid() > 0 { spins.wrappingAdd(1, ordering: .relaxed) } }

/// Keeps its thread for ever, but leaves the processor to other tests.
private func block() { while getpid() > 0 { usleep(10_000) } }

/// Never returns.
@Sendable package func forEver() async { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }

private func deep(_ depth: Int) -> Int { depth == .min ? 0 : deep(depth &+ 1) &+ depth }

private func openPipe() throws -> (reading: Int32, writing: Int32) {
  var ends: [Int32] = [0, 0]
  guard pipe(&ends) == 0 else { throw TextError(text: "no pipe") }
  return (ends[0], ends[1])
}

/// Removes the run's folder for temporary files. A toy that runs where the kit has made none would remove its user's.
///
/// - Throws: if the kit has not made the folder, which is then left alone.
package func removeRunFolder(_ folder: URL) throws {
  guard folder.standardizedFileURL.lastPathComponent.hasPrefix(TemporaryFolders.prefix) else {
    throw TextError(text: "\(folder.path) is no folder of the kit, and is left alone: run this toy in a child process")
  }
  try FileManager.default.removeItem(at: folder)
}

@discardableResult
private func start(_ path: String, _ arguments: [String]) throws -> Process {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: path)
  process.arguments = arguments
  try process.run()
  return process
}
