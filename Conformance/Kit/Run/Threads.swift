import Foundation

/// Starts a thread of the kit's own, with the stack that the first thread of a process usually has. On Apple platforms
/// other threads get a sixteenth of it, and lines of a program are parsed on them.
package func startThread(_ work: @escaping @Sendable () -> Void) {
  let thread = Thread(block: work)
  thread.stackSize = 8 << 20
  thread.start()
}
