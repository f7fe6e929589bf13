/// The elements of an array that is encoded as a list of them.
final class ElementsCoding<Element: Codable>: RowsCoding {
  override func count(_ rows: UnsafeRawPointer) -> Int {
    rows.assumingMemoryBound(to: [Element].self).pointee.count
  }

  override func makeNotes() -> RowNotes { ElementNotes<Element>() }

  override func encode(
    _ rows: UnsafeRawPointer, at position: Int, depth: Int, into writer: inout WireWriter
  ) throws(WireError) {
    try writer.encode(rows.assumingMemoryBound(to: [Element].self).pointee[position], inside: depth)
  }

  override func decode(
    from reader: inout WireReader, to end: Int, at positions: Range<Int>, of rows: UnsafeRawPointer
  ) throws(WireError) -> RowsEdit? {
    guard let (decoded, lengths) = try reader.decodeRows(Element.self, to: end),
      positions.upperBound <= count(rows)
    else { return nil }
    let isUpdate = decoded.count == positions.count
    return RowsEdit(lengths: lengths, isUpdate: isUpdate) { place, step in
      guard step.applies else { return }
      let rows = place.assumingMemoryBound(to: [Element].self)
      if isUpdate {
        for index in 0..<decoded.count {
          rows.pointee[positions.lowerBound + index] = decoded[index]
        }
      } else {
        rows.pointee.replaceSubrange(positions, with: decoded)
      }
    }
  }

  // An array has no place to remember that it is a part.
  override func keepUpdated(
    _ positions: [Range<Int>], of rows: UnsafeMutableRawPointer, _ adopting: AdoptingTypes
  ) {}
}

/// Compares an array with a copy of it, by the bits of its elements.
///
/// The copy is the array itself while that does not change, so that one comparison tells; its first change
/// then copies all elements. From there on each has its own, so that the next changes copy nothing.
private final class ElementNotes<Element>: RowNotes {
  private var copy: [Element] = []
  /// The number of looks in a row that found no change.
  private var quietCount = 0

  override func begin(_ rows: UnsafeMutableRawPointer) {
    copy = rows.assumingMemoryBound(to: [Element].self).pointee
  }

  override func take(_ rows: UnsafeMutableRawPointer) -> RowChanges? {
    let rows = rows.assumingMemoryBound(to: [Element].self)
    let changes = changes(rows.pointee)
    if let same = changes.same {
      let changed = same.front..<rows.pointee.count - same.back
      copy.replaceSubrange(same.front..<copy.count - same.back, with: rows.pointee[changed])
      copyPadding(changed, rows.pointee)
    } else {
      for position in changes.updated {
        copy[position] = rows.pointee[position]
        copyPadding(position..<position + 1, rows.pointee)
      }
    }
    if changes.isEmpty {
      quietCount += 1
      if quietCount == Fieldwise.looksBeforeSharing { copy = rows.pointee }
    } else {
      quietCount = 0
    }
    return changes
  }

  /// Makes the bits between the properties of elements the same, which a copy may leave as they were: else
  /// the elements would be taken for changed each time.
  private func copyPadding(_ positions: Range<Int>, _ rows: [Element]) {
    let stride = MemoryLayout<Element>.stride
    let bytes = positions.lowerBound * stride..<positions.upperBound * stride
    // The elements there are copies of these, so all other bits are the same, and each is held already.
    copy.withUnsafeMutableBytes { target in
      rows.withUnsafeBytes { source in
        if let start = target.baseAddress, !bytes.isEmpty {
          (start + bytes.lowerBound).copyMemory(
            from: source.baseAddress! + bytes.lowerBound, byteCount: bytes.count)
        }
      }
    }
  }

  private func changes(_ rows: [Element]) -> RowChanges {
    rows.withUnsafeBytes { new in
      copy.withUnsafeBytes { old in
        new.baseAddress == old.baseAddress && new.count == old.count
          ? RowChanges() : Self.changes(old, new)
      }
    }
  }

  private static func changes(
    _ old: UnsafeRawBufferPointer, _ new: UnsafeRawBufferPointer
  ) -> RowChanges {
    var changes = RowChanges()
    let stride = MemoryLayout<Element>.stride
    let count = new.count / stride
    if old.count != new.count {
      let front = old.commonPrefix(new) / stride
      let most = min(old.count / stride, count) - front
      let back = old.commonSuffix(new, atMost: most * stride) / stride
      changes.noteReplacement(front: front, back: back)
      return changes
    }
    var position = 0
    while position < count {
      let same = old[from: position * stride, to: old.count]
        .commonPrefix(new[from: position * stride, to: new.count])
      position += same / stride
      if position < count { changes.noteUpdate(at: position, of: count) }
      position += 1
    }
    return changes
  }
}

extension Array: BitwiseCollection {
  static var fieldShape: FieldShape? {
    func shape<Value: Codable>(_ type: Value.Type) -> FieldShape {
      RowsShape(ElementsCoding<Value>())
    }
    return (Element.self as? any Codable.Type).map { shape($0) }
  }
}
