extension Patch {
  /// The bytes after the change. Throws when the patch does not fit these bytes.
  package func applied(to old: [UInt8]) throws(WireError) -> [UInt8] {
    if case let .snapshot(bytes) = self { return bytes }
    var bytes = old
    try apply(to: &bytes)
    return bytes
  }

  /// Makes the change in place; where the size stays, nothing but what changed is touched.
  ///
  /// The bytes are as before when it throws.
  package func apply(to bytes: inout [UInt8]) throws(WireError) {
    switch self {
    case .unchanged: return
    case let .snapshot(new): bytes = new
    case let .splices(splices):
      try Self.check(splices, fit: bytes.count)
      if splices.allSatisfy({ $0.removedCount == $0.bytes.count }) {
        overwrite(&bytes, splices)
      } else if let only = splices.first, splices.count == 1 {
        bytes.replaceSubrange(only.offset..<only.offset + only.removedCount, with: only.bytes)
      } else {
        bytes = rebuilt(bytes, splices)
      }
    }
  }

  // A patch comes from a peer: any number may be in it.
  private static func check(_ splices: [Splice], fit count: Int) throws(WireError) {
    var end = 0
    for splice in splices {
      guard splice.offset >= end, splice.offset <= count,
        splice.removedCount >= 0, splice.removedCount <= count - splice.offset
      else { throw WireError(.invalidPatch) }
      end = splice.offset + splice.removedCount
    }
  }

  private func overwrite(_ bytes: inout [UInt8], _ splices: [Splice]) {
    bytes.withUnsafeMutableBytes { buffer in
      for splice in splices {
        let place = UnsafeMutableRawBufferPointer(
          rebasing: buffer[splice.offset..<splice.offset + splice.removedCount])
        place.copyBytes(from: splice.bytes)
      }
    }
  }

  private func rebuilt(_ old: [UInt8], _ splices: [Splice]) -> [UInt8] {
    let size = splices.reduce(old.count) { $0 - $1.removedCount + $1.bytes.count }
    var new: [UInt8] = []
    new.reserveCapacity(size)
    var end = 0
    for splice in splices {
      new.append(contentsOf: old[end..<splice.offset])
      new.append(contentsOf: splice.bytes)
      end = splice.offset + splice.removedCount
    }
    new.append(contentsOf: old[end...])
    return new
  }
}
