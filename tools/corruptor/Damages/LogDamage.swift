import CacheSpec

/// Damage to the log as a whole (https://sqlite.org/fileformat2.html, 4).
enum LogDamage: String, CaseIterable {
  case removed = "the log removed"
  case earlier = "an earlier log put beside the file"
  case earlierIndex = "an earlier index put beside the log"
  case framesSwapped = "two frames of the log swapped"
  case frameRepeated = "a frame of the log repeated"
  case cutAtFrame = "the log cut at a frame's end"
  case header = "the log's header changed"

  func inflict(on files: inout StoreFiles, earlier: StoreFiles, by generator: inout SeededGenerator) {
    let frame = 24 + files.pageSize
    let count = max(0, (files[.log].count - 32) / frame)
    func place(_ number: Int) -> Range<Int> { 32 + number * frame..<32 + (number + 1) * frame }
    let (one, other) = (place(generator.number(below: count)), place(generator.number(below: count)))
    switch self {
    case .removed: files.parts[.log] = nil
    case .earlier: files.parts[.log] = earlier.parts[.log]
    case .earlierIndex: files.parts[.index] = earlier.parts[.index]
    case .header: files[.log].set(generator.number(below: 256), at: generator.number(below: 32), width: 1)
    case .framesSwapped where count > 0:
      let held = Array(files[.log][one])
      files[.log].replaceSubrange(one, with: files[.log][other])
      files[.log].replaceSubrange(other, with: held)
    case .frameRepeated where count > 0: files[.log].insert(contentsOf: files[.log][one], at: other.lowerBound)
    case .cutAtFrame where count > 0: files[.log].removeLast(files[.log].count - one.lowerBound)
    case .framesSwapped, .frameRepeated, .cutAtFrame: break
    }
  }
}
