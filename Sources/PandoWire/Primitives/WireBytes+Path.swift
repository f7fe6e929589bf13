extension WireBytes {
  /// The keys and indices that lead from the value at `root` to the one at `target`.
  ///
  /// Found by reading again from the root, so that encoding and decoding need not keep track; bytes
  /// that cannot be read end the search. Complexity: O(bytes before the target).
  func path(from root: Int, to target: Int) -> [WireKey] {
    var walk = PathWalk()
    var offset = root
    while offset < target {
      let start = offset
      guard let token = try? token(&offset) else { break }
      if token == .scalar, offset > target {
        walk.beginValue()
        break
      }
      switch token {
      case .key: walk.beginEntry(key: text(ofKeyAt: start))
      case .opening: walk.open(isList: self[start] == WireTag.list)
      case .closing: walk.close()
      case .prefix: break
      case .scalar: walk.passValue()
      }
    }
    if offset == target, offset == end || self[offset] != WireTag.end { walk.beginValue() }
    return walk.levels.compactMap(\.current)
  }

  func pathText(from root: Int, to target: Int) -> String {
    var text = ""
    for key in path(from: root, to: target) {
      text += key.isIndex || text.isEmpty ? key.stringValue : ".\(key.stringValue)"
    }
    return text
  }

  private func text(ofKeyAt offset: Int) -> String {
    var offset = offset
    guard let key = try? key(&offset) else { return "" }
    return String(decoding: key, as: UTF8.self)
  }
}

/// Where a walk over tokens stands: the container at each level, and the place in it.
private struct PathWalk {
  struct Level {
    let isList: Bool
    var index = -1
    var current: WireKey?
  }

  var levels: [Level] = []

  mutating func beginEntry(key: String) {
    guard let last = levels.indices.last else { return }
    levels[last].current = WireKey(key)
  }

  mutating func beginValue() {
    guard let last = levels.indices.last, levels[last].isList else { return }
    levels[last].index += 1
    levels[last].current = WireKey(index: levels[last].index)
  }

  mutating func endValue() {
    guard let last = levels.indices.last else { return }
    levels[last].current = nil
  }

  mutating func passValue() {
    beginValue()
    endValue()
  }

  mutating func open(isList: Bool) {
    beginValue()
    levels.append(Level(isList: isList))
  }

  mutating func close() {
    _ = levels.popLast()
    endValue()
  }
}
