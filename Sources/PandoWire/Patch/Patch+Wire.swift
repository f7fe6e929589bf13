// A kind; then for splices their count, and for each the distance from the end of the last one, the
// count of bytes removed, and the bytes with their length.
extension Patch {
  private enum Kind: UInt8 {
    case unchanged = 0
    case splices, snapshot
  }

  package func encode(into writer: inout WireWriter) {
    switch self {
    case .unchanged: writer.append(Kind.unchanged.rawValue)
    case let .snapshot(bytes):
      writer.append(Kind.snapshot.rawValue)
      writer.appendBytes(bytes)
    case let .splices(splices):
      writer.append(Kind.splices.rawValue)
      writer.appendVarint(splices.count)
      var end = 0
      for splice in splices {
        writer.appendVarint(splice.offset - end)
        writer.appendVarint(splice.removedCount)
        writer.appendBytes(splice.bytes)
        end = splice.offset + splice.removedCount
      }
    }
  }

  package init(reading reader: inout WireReader) throws(WireError) {
    let start = reader.position
    switch Kind(rawValue: try reader.readByte()) {
    case .unchanged: self = .unchanged
    case .snapshot: self = .snapshot(try reader.readByteArray())
    case .splices: self = .splices(try Self.readSplices(&reader))
    case nil: throw WireError(.invalidPatch, offset: start)
    }
  }

  private static func readSplices(_ reader: inout WireReader) throws(WireError) -> [Splice] {
    let count = try reader.readCount(minimumBytes: 3)
    var splices: [Splice] = []
    splices.reserveCapacity(count)
    var end = 0
    for _ in 0..<count {
      let start = reader.position
      let (offset, isBeyond) = end.addingReportingOverflow(try reader.readInteger())
      let removedCount = try reader.readInteger()
      let (next, isFarBeyond) = offset.addingReportingOverflow(removedCount)
      guard !isBeyond, !isFarBeyond else { throw WireError(.invalidPatch, offset: start) }
      splices.append(
        Splice(
          offset: offset, removedCount: removedCount, bytes: try reader.readByteArray()))
      end = next
    }
    return splices
  }
}
