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
    case let .splice(splice):
      try splice.apply(to: &bytes)
    case let .splices(splices):
      try Self.check(splices, fit: bytes.count)
      if splices.allSatisfy({ $0.removedCount == $0.bytes.count }) {
        for splice in splices { splice.overwrite(&bytes) }
      } else if splices.count <= 4 {
        // From the back, so that the places of the others stay.
        for splice in splices.reversed() { try splice.apply(to: &bytes) }
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

  private func rebuilt(_ old: [UInt8], _ splices: [Splice]) -> [UInt8] {
    let size = splices.reduce(old.count) { $0 - $1.removedCount + $1.bytes.count }
    var new: [UInt8] = []
    new.reserveCapacity(size)
    var end = 0
    for splice in splices {
      new.append(contentsOf: old[end..<splice.offset])
      splice.bytes.withUnsafeBytes { new.append(contentsOf: $0) }
      end = splice.offset + splice.removedCount
    }
    new.append(contentsOf: old[end...])
    return new
  }
}

extension Splice {
  fileprivate func apply(to bytes: inout [UInt8]) throws(WireError) {
    guard offset >= 0, offset <= bytes.count,
      removedCount >= 0, removedCount <= bytes.count - offset
    else { throw WireError(.invalidPatch) }
    if removedCount == self.bytes.count { return overwrite(&bytes) }
    let range = offset..<offset + removedCount
    self.bytes.withUnsafeBytes { new in bytes.replaceSubrange(range, with: new) }
  }

  /// Puts as many bytes in place as are removed.
  fileprivate func overwrite(_ bytes: inout [UInt8]) {
    bytes.withUnsafeMutableBytes { old in
      let place = UnsafeMutableRawBufferPointer(rebasing: old[offset..<offset + removedCount])
      self.bytes.withUnsafeBytes { place.copyMemory(from: $0) }
    }
  }
}
