extension Patch {
  /// Finds the patch that turns `old` into `new`. Complexity: O(bytes), at the speed of a
  /// comparison where they are the same.
  package init(from old: [UInt8], to new: [UInt8]) {
    self = old.withUnsafeBytes { old in new.withUnsafeBytes { new in Self.make(old, new) } }
  }

  /// The same, for bytes that belong to somebody else.
  package static func make(_ old: UnsafeRawBufferPointer, _ new: UnsafeRawBufferPointer) -> Patch {
    guard let (oldRange, newRange) = changedRanges(old, new) else { return .unchanged }
    if isNarrow(oldRange, newRange) {
      if newRange.count + 4 >= new.count { return .snapshot([UInt8](copying: new)) }
      return .splice(Splice(oldRange, by: newRange, of: new))
    }
    var difference = Difference(old: old, new: new, oldRange: oldRange, newRange: newRange)
    let splices = difference.splices()
    let cost = splices.reduce(0) { $0 + $1.bytes.count + 4 }
    if cost >= new.count { return .snapshot([UInt8](copying: new)) }
    return splices.count == 1 ? .splice(splices[0]) : .splices(splices)
  }

  /// The ranges between what both have in common at their ends; nil when they are the same.
  @inline(__always)
  private static func changedRanges(
    _ old: UnsafeRawBufferPointer, _ new: UnsafeRawBufferPointer
  ) -> (old: Range<Int>, new: Range<Int>)? {
    if old.count == new.count, old.baseAddress == new.baseAddress { return nil }
    let prefix = old.commonPrefix(new)
    if prefix == old.count, prefix == new.count { return nil }
    let suffix = old.commonSuffix(new, atMost: min(old.count, new.count) - prefix)
    return (prefix..<old.count - suffix, prefix..<new.count - suffix)
  }

  /// Returns whether a second change would take about as many bytes as it saves.
  @inline(__always)
  private static func isNarrow(_ old: Range<Int>, _ new: Range<Int>) -> Bool {
    max(old.count, new.count) <= BlockIndex.blockBytes
  }

  /// Appends the patch that `make` makes, encoded; most are written without being made. Returns whether it
  /// changes anything.
  package static func write(
    from old: UnsafeRawBufferPointer, to new: UnsafeRawBufferPointer, into writer: inout WireWriter
  ) -> Bool {
    guard let (oldRange, newRange) = changedRanges(old, new) else {
      Patch.unchanged.encode(into: &writer)
      return false
    }
    if !isNarrow(oldRange, newRange) {
      make(old, new).encode(into: &writer)
    } else if newRange.count + 4 >= new.count {
      writer.append(Kind.snapshot.rawValue)
      writer.appendBytes(new)
    } else {
      writer.append(Kind.splices.rawValue)
      writer.append(1)
      writer.appendVarint(oldRange.lowerBound)
      writer.appendVarint(oldRange.count)
      writer.appendBytes(UnsafeRawBufferPointer(rebasing: new[newRange]))
    }
    return true
  }
}

extension Splice {
  fileprivate init(
    _ removed: Range<Int>, by added: Range<Int>, of new: UnsafeRawBufferPointer
  ) {
    self.init(
      offset: removed.lowerBound, removedCount: removed.count,
      bytes: ByteString(copying: UnsafeRawBufferPointer(rebasing: new[added])))
  }
}

/// Finds the changes between two ranges that differ at both ends.
///
/// Goes through both from the front: where they differ it looks for the next place where they agree
/// again, first close by, then with an index of the old bytes. The search may miss what a slower
/// one would find; it never makes a wrong change.
private struct Difference {
  let old: UnsafeRawBufferPointer
  let new: UnsafeRawBufferPointer
  let oldRange: Range<Int>
  let newRange: Range<Int>
  private var index: BlockIndex?
  /// The number of places that may still be looked at: bounds the time for bytes that agree only
  /// here and there.
  private var budget: Int

  init(
    old: UnsafeRawBufferPointer, new: UnsafeRawBufferPointer, oldRange: Range<Int>,
    newRange: Range<Int>
  ) {
    self.old = old
    self.new = new
    self.oldRange = oldRange
    self.newRange = newRange
    budget = 4096 + 8 * newRange.count
  }

  mutating func splices() -> [Splice] {
    var splices: [Splice] = []
    var oldStart = oldRange.lowerBound
    var newStart = newRange.lowerBound
    while let (oldEnd, newEnd) = meeting(oldStart, newStart) {
      splices.append(Splice(oldStart..<oldEnd, by: newStart..<newEnd, of: new))
      let same = old[from: oldEnd, to: oldRange.upperBound]
        .commonPrefix(new[from: newEnd, to: newRange.upperBound])
      oldStart = oldEnd + same
      newStart = newEnd + same
    }
    splices.append(
      Splice(oldStart..<oldRange.upperBound, by: newStart..<newRange.upperBound, of: new))
    return splices
  }

  /// The next place where enough bytes agree that it pays to end a splice.
  private mutating func meeting(_ oldStart: Int, _ newStart: Int) -> (Int, Int)? {
    nearMeeting(oldStart, newStart) ?? farMeeting(oldStart, newStart)
  }

  private func agree(_ oldOffset: Int, _ newOffset: Int) -> Bool {
    guard oldOffset + BlockIndex.blockBytes <= oldRange.upperBound,
      newOffset + BlockIndex.blockBytes <= newRange.upperBound
    else { return false }
    return old.block(oldOffset) == new.block(newOffset)
  }

  // A number that takes more bytes, a value replaced, a short row more or less.
  private mutating func nearMeeting(_ oldStart: Int, _ newStart: Int) -> (Int, Int)? {
    guard budget > 0 else { return nil }
    for distance in 1...64 {
      budget -= 3
      if agree(oldStart + distance, newStart + distance) {
        return (oldStart + distance, newStart + distance)
      }
      if agree(oldStart, newStart + distance) { return (oldStart, newStart + distance) }
      if agree(oldStart + distance, newStart) { return (oldStart + distance, newStart) }
    }
    budget -= 81
    for oldDistance in 1...9 {
      for newDistance in 1...9 where agree(oldStart + oldDistance, newStart + newDistance) {
        return (oldStart + oldDistance, newStart + newDistance)
      }
    }
    return nil
  }

  private mutating func farMeeting(_ oldStart: Int, _ newStart: Int) -> (Int, Int)? {
    guard budget > 0, oldRange.upperBound - oldStart >= BlockIndex.blockBytes else { return nil }
    if index == nil { index = BlockIndex(old, oldRange) }
    var newOffset = newStart
    while newOffset + BlockIndex.blockBytes <= newRange.upperBound, budget > 0 {
      budget -= 1
      if let oldOffset = index?.find(new.block(newOffset), in: old, from: oldStart) {
        return widened(oldOffset, newOffset, oldStart, newStart)
      }
      newOffset += 1
    }
    return nil
  }

  // The index knows blocks at some places only; the agreement may begin before one.
  private func widened(
    _ oldOffset: Int, _ newOffset: Int, _ oldStart: Int, _ newStart: Int
  ) -> (Int, Int) {
    let room = min(oldOffset - oldStart, newOffset - newStart)
    let same = old[from: oldStart, to: oldOffset]
      .commonSuffix(new[from: newStart, to: newOffset], atMost: room)
    return (oldOffset - same, newOffset - same)
  }
}
