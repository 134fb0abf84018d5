import CacheConformanceCommand
import Foundation
import Synchronization
import Testing

@testable import CacheConformance
@testable import ResponseKit

@Suite("The machine's faults")
struct MachineTests {
  @Test("A disk with less than 16 MB free is the machine's fault, and the advice says what to do")
  func disk() throws {
    let folder = URL(filePath: "/x")
    #expect(Machine.lackOfDisk(at: folder, blocks: 4096, ofSize: 4096) == nil)
    let lack = try #require(Machine.lackOfDisk(at: folder, blocks: 100, ofSize: 4096))
    #expect(lack.what == "only 400 KB are free on the disk of /x, and 16 MB are needed")
    #expect(lack.advice.contains("set TMPDIR to a folder on another disk"))
    #expect(Machine.lackOfDisk(at: folder, blocks: .max, ofSize: .max) == nil)
    #expect(Machine.lackOfDisk(at: folder, blocks: .max, ofSize: 0) == nil)
  }

  @Test("A limit on memory is to blame for a process that ends, and no limit is not")
  func memory() {
    #expect(Machine.lackOfMemory(most: 600 << 20)?.what == "its memory is limited to 600 MB")
    #expect(Machine.lackOfMemory(most: .max) == nil)
    #expect(Machine.lackOfMemory(most: UInt64(Int64.max)) == nil)
    #expect(Machine.verdict(onEnd: "signal SIGSEGV", lack: nil) == .crashed(how: "signal SIGSEGV"))
    let lack = Machine.lackOfMemory(most: 1 << 20)
    guard case .setupFailed(.world(let why)) = Machine.verdict(onEnd: "signal SIGSEGV", lack: lack) else {
      Issue.record("the module is blamed")
      return
    }
    #expect(why.hasPrefix("failed: the process ended (signal SIGSEGV), and its memory is limited to 1 MB: "))
  }

  @Test("Who waits for turns comes after every job that waited before, however busy the process is")
  func turns() async {
    final class Count: Sendable { let value = Mutex(0) }
    let ended = Count()
    for _ in 0..<100 {
      Task.detached {
        for _ in 0..<4 { await Task.yield() }
        ended.value.withLock { $0 += 1 }
      }
    }
    await QueueExecutor.shared.waitForTurns()
    #expect(ended.value.withLock(\.self) == 100)
  }

  @Test(
    "A proxy in the environment that clients would ask for what is on loopback is named, in any case",
    arguments: ["http_proxy", "HTTP_PROXY", "https_proxy", "all_proxy", "ALL_PROXY"])
  func proxy(_ name: String) {
    let why = Loopback.proxy(in: [name: "http://proxy:1", "HOME": "/"])
    #expect(why?.hasPrefix("the variable \(name) sends requests for 127.0.0.1 to a proxy: unset it") == true)
    #expect(Loopback.proxy(in: [name: ""]) == nil)
    #expect(Loopback.proxy(in: [name: "http://proxy:1", "no_proxy": "localhost, 127.0.0.1"]) == nil)
    #expect(Loopback.proxy(in: [name: "http://proxy:1", "NO_PROXY": "*"]) == nil)
    #expect(Loopback.proxy(in: [name: "http://proxy:1", "no_proxy": "example.com"]) != nil)
    #expect(Proxies.removed(from: [name: "http://proxy:1", "HOME": "/"]) == ["HOME": "/"])
  }

  @Test("A world's failure about a file names the file, and what the system said")
  func fileError() throws {
    let error = #expect(throws: (any Error).self) {
      try FileManager.default.createDirectory(atPath: "/dev/null/x", withIntermediateDirectories: true)
    }
    #expect(error.map { WorldFailure($0).description } == "/dev/null/x: Not a directory")
  }

  @Test("Other users cannot read a run's folder, a world's, or a copy of it")
  func permissions() throws {
    let run = try RunFolder()
    defer { run.remove() }
    let storage = WorldStorage()
    defer { storage.tearDown() }
    let before = try storage.directory("a").deletingLastPathComponent()
    try storage.leaveBehind()
    let after = try storage.directory("a").deletingLastPathComponent()
    #expect(before != after)
    for folder in [run.url, before, after] {
      let permissions = try FileManager.default.attributesOfItem(atPath: folder.path)[.posixPermissions] as? NSNumber
      #expect(permissions?.intValue == 0o700, "\(folder.path)")
    }
  }
}

@Suite("The limits of a conversation")
struct ConversationLimitsTests {
  private static let null = open("/dev/null", O_WRONLY | O_CLOEXEC)
  private static let call = #"{"jsonrpc":"2.0","id":1,"method":"sleep"}"# + "\n"

  @Test("A program that sends more of its own accord than anyone wants has broken down")
  func unasked() {
    var limits = Conversation.Limits()
    limits.unasked = 1000
    let conversation = Conversation(writingTo: Self.null, limits: limits) {}
    let line = Array(
      (#"{"jsonrpc":"2.0","method":"log","params":{"line":"\#(String(repeating: "x", count: 400))"}}"# + "\n").utf8)
    conversation.take(line)
    conversation.tell(EveryProgram.log, "")
    conversation.take(line)
    conversation.take(line)
    #expect(conversation.end == nil)
    conversation.take(line)
    #expect(conversation.end?.contains("since it was last sent anything") == true)
  }

  /// A conversation in which the kit answers no call.
  private static func unanswering(_ limits: Conversation.Limits) -> Conversation {
    let conversation = Conversation(writingTo: null, limits: limits) {}
    var role = Conversation.Role()
    role.answer = { _, _ in
      try await Task.sleep(for: .seconds(600))
      return .null
    }
    conversation.play(role)
    return conversation
  }

  @Test(
    "A program whose calls wait without number has broken down, whatever their ids",
    arguments: [[1, 2, 3], [1, 1, 1]])
  func calls(_ ids: [Int]) {
    var limits = Conversation.Limits()
    limits.calls = 2
    let conversation = Self.unanswering(limits)
    for id in ids.prefix(2) { conversation.take(Array(Self.call.replacing(":1", with: ":\(id)").utf8)) }
    #expect(conversation.end == nil)
    conversation.take(Array(Self.call.replacing(":1", with: ":\(ids[2])").utf8))
    #expect(conversation.end == "more than 2 calls that wait for an answer")
  }

  @Test("A program whose waiting calls are larger together than may be has broken down")
  func bytesOfCalls() {
    var limits = Conversation.Limits()
    limits.bytesOfCalls = 3 << 20
    let conversation = Self.unanswering(limits)
    let call =
      #"{"jsonrpc":"2.0","id":1,"method":"sleep","params":"\#(String(repeating: "x", count: 1 << 20))"}"# + "\n"
    for _ in 1...2 { conversation.take(Array(call.utf8)) }
    #expect(conversation.end == nil)
    conversation.take(Array(call.utf8))
    #expect(conversation.end == "calls of more than 3 MB that wait for an answer")
  }

  @Test("A call that was answered counts no more, and a cancelled id ends each call that has it")
  func answered() async {
    var limits = Conversation.Limits()
    limits.calls = 2
    let conversation = Self.unanswering(limits)
    for _ in 1...20 {
      for _ in 1...2 { conversation.take(Array(Self.call.utf8)) }
      conversation.take(Array(#"{"jsonrpc":"2.0","method":"cancel","params":{"id":1}}"#.utf8) + [UInt8(ascii: "\n")])
      while conversation.answeringCount > 0 { await Task.yield() }
    }
    #expect(conversation.end == nil)
  }

  @Test("A program that does not read what it is sent has broken down")
  func unread() {
    var limits = Conversation.Limits()
    limits.unread = 1 << 20
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let conversation = Conversation(writingTo: ends[1], limits: limits) {}
    for _ in 0..<40 { conversation.tell(EveryProgram.log, String(repeating: "x", count: 40_000)) }
    #expect(conversation.end == "it does not read: 1 MB wait for it")
  }
}
