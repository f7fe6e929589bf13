extension WireBytes {
  /// The keys and indices that lead from the value at `root` to the one at `target`, of so many levels at
  /// most.
  ///
  /// Found by reading again from the root, so that encoding and decoding need not keep track; bytes
  /// that cannot be read end the search. Complexity: O(bytes before the target); takes memory for the levels
  /// alone.
  func path(from root: Int, to target: Int, levelsAtMost: Int) -> [WireKey] {
    let walk = walk(from: root, to: target, levelsAtMost)
    return walk.levels.compactMap { level -> WireKey? in
      switch level.place {
      case .none: nil
      case .index: WireKey(index: level.index)
      case .key(let offset): WireKey(text(ofKeyAt: offset))
      }
    }
  }

  /// The same path, for people; the front of a long one, with three dots behind.
  func pathText(from root: Int, to target: Int, levelsAtMost: Int) -> String {
    let walk = walk(from: root, to: target, levelsAtMost)
    var text = ""
    for level in walk.levels {
      switch level.place {
      case .none: continue
      case .index: text += WireKey(index: level.index).stringValue
      case .key(let offset):
        if !text.isEmpty { text += "." }
        text += self.text(ofKeyAt: offset, bytesAtMost: WireError.textBytesAtMost)
      }
      if text.utf8.count > WireError.textBytesAtMost { break }
    }
    if text.utf8.count > WireError.textBytesAtMost { return text.cutForError() }
    return walk.deeperCount > 0 ? text + "..." : text
  }

  private func walk(from root: Int, to target: Int, _ levelsAtMost: Int) -> PathWalk {
    var walk = PathWalk(levelsAtMost: levelsAtMost)
    var offset = root
    while offset < target {
      let start = offset
      guard let token = try? token(&offset) else { break }
      if token == .scalar, offset > target {
        walk.beginValue()
        break
      }
      switch token {
      case .key: walk.beginEntry(keyAt: start)
      case .opening: walk.open(isList: self[start] == WireTag.list)
      case .closing: walk.close()
      case .prefix: break
      case .scalar: walk.passValue()
      }
    }
    if offset == target, offset == end || self[offset] != WireTag.end { walk.beginValue() }
    return walk
  }

  private func text(ofKeyAt offset: Int, bytesAtMost: Int = .max) -> String {
    var offset = offset
    guard let key = try? key(&offset) else { return "" }
    return String(decoding: key.prefix(bytesAtMost), as: UTF8.self)
  }
}

/// Where a walk over tokens stands: the container at each level, and the place in it.
private struct PathWalk {
  enum Place {
    case none, index
    case key(at: Int)
  }

  struct Level {
    let isList: Bool
    var index = -1
    var place = Place.none
  }

  let levelsAtMost: Int
  var levels: [Level] = []
  /// The number of containers that are open within the last level, of which nothing else is known: a peer may
  /// nest as many as it sends bytes.
  var deeperCount = 0

  init(levelsAtMost: Int) {
    self.levelsAtMost = levelsAtMost
  }

  /// The innermost container, if it has a level.
  private var last: Int? { deeperCount == 0 ? levels.indices.last : nil }

  mutating func beginEntry(keyAt offset: Int) {
    guard let last else { return }
    levels[last].place = .key(at: offset)
  }

  mutating func beginValue() {
    guard let last, levels[last].isList else { return }
    levels[last].index += 1
    levels[last].place = .index
  }

  mutating func endValue() {
    guard let last else { return }
    levels[last].place = .none
  }

  mutating func passValue() {
    beginValue()
    endValue()
  }

  mutating func open(isList: Bool) {
    beginValue()
    if levels.count < levelsAtMost {
      levels.append(Level(isList: isList))
    } else {
      deeperCount += 1
    }
  }

  mutating func close() {
    if deeperCount > 0 { deeperCount -= 1 } else { _ = levels.popLast() }
    endValue()
  }
}
