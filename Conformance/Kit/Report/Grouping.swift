extension Sequence {
  /// Returns the elements grouped by key, in the order in which the keys first appear.
  package func grouped(by key: (Element) -> String) -> [[Element]] {
    var order: [String] = []
    let groups = reduce(into: [String: [Element]]()) { groups, element in
      let key = key(element)
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append(element)
    }
    return order.compactMap { groups[$0] }
  }
}
