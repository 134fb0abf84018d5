import CacheConformanceCommand
import Foundation
import Testing
import TestSupport

@testable import CacheConformance

@Suite("Temporary files")
struct TemporaryFolderTests {
  @Test("TMPDIR says where temporary files go, on every platform")
  func followsTheEnvironment() {
    #expect(TemporaryFolders.parent(in: ["TMPDIR": "/somewhere/else/"]).path == "/somewhere/else")
    let usual = TemporaryFolders.parent(in: [:])
    #expect(FileManager.default.fileExists(atPath: usual.path))
    #expect(TemporaryFolders.parent(in: ["TMPDIR": ""]) == usual)
  }

  @Test("No other source asks the system where temporary files go")
  func isTheOnlySource() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
    let word = "temporary" + "Directory"
    var found: [String] = []
    for folder in ["Spec", "Sources", "Conformance", "Tests", "tools"] {
      let paths = try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
      for path in paths.map({ "\(folder)/\($0)" }) where path.hasSuffix(".swift") || path.hasSuffix(".md") {
        let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
        if text.localizedCaseInsensitiveContains(word) { found.append(path) }
      }
    }
    #expect(
      found == ["Conformance/Kit/Run/Process/TemporaryFolders.swift"],
      "all others take TemporaryFolders.parent or .newURL()")
  }

  @Test("A hostile toy removes the run's folder, and leaves any other alone")
  func removesOnlyTheRunFolder() throws {
    let run = try RunFolder()
    let other = run.url.appendingPathComponent("somebody's")
    try FileManager.default.createDirectory(at: other, withIntermediateDirectories: false)
    for path in [other, other.appendingPathComponent("cachespec-1/..")] {
      let error = #expect(throws: (any Error).self) { try removeRunFolder(path) }
      #expect(error.map { "\($0)" }?.contains("is left alone") == true)
      #expect(FileManager.default.fileExists(atPath: other.path))
    }
    try removeRunFolder(run.url)
    #expect(!FileManager.default.fileExists(atPath: run.url.path))
    run.remove()
  }
}
