/// A patch that was applied as it was read.
package struct AppliedPatch {
  /// The number of bytes that it carried.
  package let byteCount: Int
  /// True if it may have changed anything.
  package let isChange: Bool
}

extension Patch {
  /// Reads a patch of one change, of none, or of all, that lies so many bytes ahead, and makes the change in place.
  ///
  /// Returns nil, and has read and changed nothing, where the patch is another, is cut off, or does not fit
  /// the bytes. No patch is made on the way: it would take as long as the change.
  package static func apply(
    after skipped: Int, reading reader: inout WireReader, to bytes: inout [UInt8]
  ) -> AppliedPatch? {
    let start = reader.position
    if let applied = try? read(after: skipped, &reader, &bytes) { return applied }
    reader.rewind(to: start)
    return nil
  }

  /// Does the same for a patch in the short form, which is next.
  package static func applyShort(
    reading reader: inout WireReader, to bytes: inout [UInt8]
  ) -> AppliedPatch? {
    let start = reader.position
    if let first = try? reader.readByte(),
      let applied = try? overwrite(Int(first & 0x7F), &reader, &bytes)
    {
      return applied
    }
    reader.rewind(to: start)
    return nil
  }

  @inline(__always)
  private static func read(
    after skipped: Int, _ reader: inout WireReader, _ bytes: inout [UInt8]
  ) throws(WireError) -> AppliedPatch? {
    if skipped > 0 { _ = try reader.readBytes(count: skipped) }
    let first = try reader.readByte()
    if isShort(first) { return try overwrite(Int(first & 0x7F), &reader, &bytes) }
    switch Kind(rawValue: first) {
    case .unchanged:
      return AppliedPatch(byteCount: 0, isChange: false)
    case .splices:
      guard try reader.readVarint() == 1 else { return nil }
      let (offset, removedCount) = (try reader.readVarint(), try reader.readVarint())
      let new = try reader.readBytes()
      let count = UInt64(bytes.count)
      guard offset <= count, removedCount <= count - offset else { return nil }
      let range = Int(offset)..<Int(offset + removedCount)
      replace(range, of: &bytes, by: new)
      return AppliedPatch(byteCount: new.count, isChange: true)
    case .snapshot:
      let new = try reader.readBytes()
      replace(0..<bytes.count, of: &bytes, by: new)
      return AppliedPatch(byteCount: new.count, isChange: true)
    case nil:
      return nil
    }
  }

  @inline(__always)
  private static func overwrite(
    _ count: Int, _ reader: inout WireReader, _ bytes: inout [UInt8]
  ) throws(WireError) -> AppliedPatch? {
    if count == 0 { return AppliedPatch(byteCount: 0, isChange: false) }
    let offset = try reader.readVarint()
    let new = try reader.readBytes(count: count)
    guard count <= bytes.count, offset <= UInt64(bytes.count - count) else { return nil }
    bytes.withUnsafeMutableBytes { old in
      guard let start = old.baseAddress else { return }
      (start + Int(truncatingIfNeeded: offset)).copyFew(new)
    }
    return AppliedPatch(byteCount: count, isChange: true)
  }

  @inline(__always)
  private static func replace(
    _ range: Range<Int>, of bytes: inout [UInt8], by new: UnsafeRawBufferPointer
  ) {
    if range.count == new.count {
      bytes.withUnsafeMutableBytes { old in
        UnsafeMutableRawBufferPointer(rebasing: old[range]).copyMemory(from: new)
      }
    } else {
      bytes.replaceSubrange(range, with: new)
    }
  }
}
