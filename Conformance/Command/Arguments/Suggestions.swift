extension Sequence<String> {
  /// The name that somebody who typed this text most likely meant, or nil if none is near: one of which a part was
  /// typed, or one that a few slips of the fingers away.
  func nearest(to text: String) -> String? {
    let typed = Array(text.lowercased().utf8)
    guard !typed.isEmpty, typed.count <= 200 else { return nil }
    let most = Swift.min(3, Swift.max(1, typed.count / 4))
    let near = compactMap { name -> (name: String, slips: Int)? in
      let slips = slips(from: typed, to: Array(name.lowercased().utf8), most: most)
      return slips <= most ? (name, slips) : nil
    }
    if let best = near.min(by: { ($0.slips, $0.name) < ($1.slips, $1.name) }) { return best.name }
    return typed.count < 3 ? nil : filter { $0.hasPrefix(text) }.min { ($0.count, $0) < ($1.count, $1) }
  }
}

/// How many letters were left out, added, exchanged or swapped with their neighbour; more than `most` if it is more.
private func slips(from typed: [UInt8], to name: [UInt8], most: Int) -> Int {
  if abs(typed.count - name.count) > most { return most + 1 }
  var (beforeLast, last) = ([Int](), Array(0...name.count))
  for row in typed.indices {
    var next = [row + 1]
    for column in name.indices {
      let isSame = typed[row] == name[column]
      var least = Swift.min(last[column] + (isSame ? 0 : 1), last[column + 1] + 1, next[column] + 1)
      let isSwapped = row > 0 && column > 0 && typed[row] == name[column - 1] && typed[row - 1] == name[column]
      if isSwapped { least = Swift.min(least, beforeLast[column - 1] + 1) }
      next.append(least)
    }
    if next.allSatisfy({ $0 > most }) { return most + 1 }
    (beforeLast, last) = (last, next)
  }
  return last[name.count]
}
