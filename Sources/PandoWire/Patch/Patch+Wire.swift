// A kind; then for splices their count, and for each the distance from the end of the last one, the
// count of bytes removed, and the bytes with their length.
extension Patch {
  enum Kind: UInt8 {
    case unchanged = 0
    case splices, snapshot
  }

  package func encode(into writer: inout WireWriter) {
    switch self {
    case .unchanged: writer.append(Kind.unchanged.rawValue)
    case let .snapshot(bytes):
      writer.append(Kind.snapshot.rawValue)
      writer.appendBytes(bytes)
    case let .splice(splice):
      writer.append(Kind.splices.rawValue)
      writer.append(1)
      splice.encode(after: 0, into: &writer)
    case let .splices(splices):
      writer.append(Kind.splices.rawValue)
      writer.appendVarint(splices.count)
      var end = 0
      for splice in splices {
        splice.encode(after: end, into: &writer)
        end = splice.offset + splice.removedCount
      }
    }
  }

  package init(reading reader: inout WireReader) throws(WireError) {
    let start = reader.position
    let first = try reader.readByte()
    if Patch.isShort(first) {
      self = try Self.readShort(Int(first & 0x7F), &reader)
      return
    }
    switch Kind(rawValue: first) {
    case .unchanged: self = .unchanged
    case .snapshot: self = .snapshot(try reader.readByteArray())
    case .splices: self = try Self.readSplices(&reader)
    case nil: throw WireError(.invalidPatch, offset: start)
    }
  }

  private static func readShort(
    _ count: Int, _ reader: inout WireReader
  ) throws(WireError) -> Patch {
    if count == 0 { return .unchanged }
    let start = reader.position
    let offset = try reader.readInteger()
    // Where the bytes end is a number, too.
    guard offset <= Int.max - count else { throw WireError(.invalidPatch, offset: start) }
    let bytes = ByteString(copying: try reader.readBytes(count: count))
    return .splice(Splice(offset: offset, removedCount: count, bytes: bytes))
  }

  private static func readSplices(_ reader: inout WireReader) throws(WireError) -> Patch {
    let count = try reader.readCount(minimumBytes: 3)
    if count == 1 { return .splice(try Splice(after: 0, reading: &reader)) }
    var splices: [Splice] = []
    // A splice takes more memory than its bytes: room for very many is made as they come.
    splices.reserveCapacity(min(count, 1 << 10))
    var end = 0
    for _ in 0..<count {
      let splice = try Splice(after: end, reading: &reader)
      splices.append(splice)
      end = splice.offset + splice.removedCount
    }
    return .splices(splices)
  }
}

extension Splice {
  fileprivate func encode(after end: Int, into writer: inout WireWriter) {
    writer.appendVarint(offset - end)
    writer.appendVarint(removedCount)
    bytes.withUnsafeBytes { writer.appendBytes($0) }
  }

  /// Reads one; where the bytes that it removes end is a number, too.
  fileprivate init(after end: Int, reading reader: inout WireReader) throws(WireError) {
    let start = reader.position
    let (offset, isBeyond) = end.addingReportingOverflow(try reader.readInteger())
    let removedCount = try reader.readInteger()
    let (_, isFarBeyond) = offset.addingReportingOverflow(removedCount)
    guard !isBeyond, !isFarBeyond else { throw WireError(.invalidPatch, offset: start) }
    let bytes = try reader.readBytes()
    // Nobody sends a splice that changes nothing, and of those a patch could hold any number.
    guard removedCount > 0 || !bytes.isEmpty else {
      throw WireError(.invalidPatch, offset: start)
    }
    self.init(offset: offset, removedCount: removedCount, bytes: ByteString(copying: bytes))
  }
}
