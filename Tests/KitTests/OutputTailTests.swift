import CacheConformance
import Testing

@Suite("What a process printed last")
struct OutputTailTests {
  @Test(
    "The line that says why the process ended is quoted, in any language",
    arguments: [
      (
        "Swift/Array.swift:1: Fatal error: out of range\nCurrent stack trace:\n0  libc",
        "Swift/Array.swift:1: Fatal error: out of range"
      ),
      ("/app/m.mjs:3\n    load() {\n\nTypeError: no x\n    at load (m.mjs:3:1)\n\nNode.js v20.20.2", "TypeError: no x"),
      (
        "Traceback (most recent call last):\n  File \"m.py\", line 1\njson.JSONDecodeError: no value",
        "json.JSONDecodeError: no value"
      ),
      (
        "Exception in thread \"main\" java.lang.Error: no\n\tat M.main(M.java:1)",
        "Exception in thread \"main\" java.lang.Error: no"
      ),
      (
        "thread 'main' panicked at src/main.rs:2:5:\nno entry\nnote: run with RUST_BACKTRACE=1",
        "thread 'main' panicked at src/main.rs:2:5: no entry"
      ),
      ("one\ntwo at 0x1f", "two at 0x…"),
    ])
  func lastWords(_ printed: String, _ words: String) {
    let tail = OutputTail(isPassedOn: false)
    tail.take(Array(printed.utf8))
    #expect(tail.lastWords == words)
  }
}
