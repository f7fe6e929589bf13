import PandoWire

/// The changes of a state by actions that have not committed, oldest first: as bytes, one encoded patch behind
/// the other, which an action appends and its commit reads without making a patch.
struct PatchQueue {
  // The patches lie in `bytes` from `front` on.
  private var bytes: [UInt8] = []
  private var front = 0
  private(set) var count = 0
  // Where the patches end that `removeMarked` takes out, and how many they are; no patches where there is no mark.
  private var markPosition = 0
  private var markCount = 0

  var isEmpty: Bool { count == 0 }

  /// The bytes of the patches.
  var byteCount: Int { bytes.count - front }

  /// Marks what is there, for `removeMarked`. O(1).
  mutating func mark() {
    markPosition = bytes.count
    markCount = count
  }

  /// Takes out what was there at the mark and still is. O(1).
  mutating func removeMarked() {
    if markCount == count { return removeAll() }
    front = max(front, markPosition)
    count -= markCount
    forgetMark()
  }

  private mutating func forgetMark() { (markPosition, markCount) = (0, 0) }

  /// Adds a patch that was encoded.
  mutating func append(_ encoded: UnsafeRawBufferPointer) {
    // What has been read makes room before memory is asked for.
    if front > 0, bytes.count + encoded.count > bytes.capacity { forgetRead() }
    bytes.append(contentsOf: encoded)
    count += 1
  }

  mutating func append(_ patch: Patch) {
    var writer = WireWriter()
    patch.encode(into: &writer)
    writer.withBytes { append($0) }
  }

  private mutating func forgetRead() {
    bytes.removeSubrange(..<front)
    markPosition = max(0, markPosition - front)
    front = 0
  }

  /// Takes the first patch out and applies it.
  mutating func applyFirst(to state: inout [UInt8]) throws(WireError) {
    precondition(count > 0, "there is no patch")
    let length = try apply(at: front, to: &state)
    front += length
    count -= 1
    markCount = max(0, markCount - 1)
    if count == 0 { removeAll() }
  }

  /// Applies all patches, and keeps them.
  func apply(to state: inout [UInt8]) throws(WireError) {
    var position = front
    for _ in 0..<count { position += try apply(at: position, to: &state) }
  }

  /// Forgets all but the first patches.
  mutating func removeAll(behind kept: Int) {
    precondition(kept >= 0 && kept <= count, "there are no \(kept) patches")
    if kept == count { return }
    if kept == 0 { return removeAll() }
    if kept < markCount { forgetMark() }
    var position = front
    for _ in 0..<kept { position = end(at: position) }
    bytes.removeLast(bytes.count - position)
    count = kept
  }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: bytes.capacity <= Self.keptCapacity)
    front = 0
    count = 0
    forgetMark()
  }

  /// Applies the patch at a position; returns its length.
  private func apply(at position: Int, to state: inout [UInt8]) throws(WireError) -> Int {
    try bytes.withUnsafeBufferPointer { bytes throws(WireError) in
      var reader = WireReader(
        UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[position...])))
      if Patch.apply(after: 0, reading: &reader, to: &state) == nil {
        try Patch(reading: &reader).apply(to: &state)
      }
      return reader.position
    }
  }

  /// Returns the position behind the patch at another.
  private func end(at position: Int) -> Int {
    bytes.withUnsafeBytes { bytes in
      var reader = WireReader(UnsafeRawBufferPointer(rebasing: bytes[position...]))
      let patch = try? Patch(reading: &reader)
      precondition(patch != nil, "what was encoded as a patch is one")
      return position + reader.position
    }
  }

  /// The number of bytes that an empty queue keeps.
  private static let keptCapacity = 1 << 10
}
