import PandoWire

/// The changes of a state by actions that have not committed, oldest first: as bytes, one encoded patch behind
/// the other, which an action appends and its commit reads without making a patch.
@safe
struct PatchQueue: ~Copyable {
  // The patches lie in `memory` from `front` to `end`, and nothing behind that was written. There is memory once a
  // patch was.
  private var memory: UnsafeMutableRawPointer?
  private var capacity = 0
  private var front = 0
  private var end = 0
  private(set) var count = 0
  // Where the patches end that `removeMarked` takes out, and how many they are; no patches where there is no mark.
  private var markPosition = 0
  private var markCount = 0

  init() {}

  deinit { unsafe memory?.deallocate() }

  /// The bytes of the patches.
  var byteCount: Int { end - front }

  /// Marks what is there, for `removeMarked`. O(1).
  mutating func mark() {
    markPosition = end
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
    let place = unsafe makeRoom(encoded.count)
    if let start = encoded.baseAddress {
      unsafe place.copyMemory(from: start, byteCount: encoded.count)
    }
    end += encoded.count
    count += 1
  }

  /// Adds the patch that puts few bytes in place of as many at an offset.
  @inline(__always)
  mutating func append(overwriting offset: Int, by new: UnsafeRawBufferPointer) {
    let start = unsafe makeRoom(Patch.shortHeadRoom + new.count)
    var place = unsafe start
    unsafe Patch.store(overwriting: offset, by: new, at: &place)
    unsafe end += place - start
    count += 1
  }

  mutating func append(_ patch: Patch) {
    var writer = WireWriter()
    patch.encode(into: &writer)
    unsafe writer.withBytes { unsafe append($0) }
  }

  /// Returns the place behind all patches, where there is room for so many bytes.
  @inline(__always)
  private mutating func makeRoom(_ byteCount: Int) -> UnsafeMutableRawPointer {
    if let memory = unsafe memory, capacity - end >= byteCount { return unsafe memory + end }
    return unsafe move(makingRoom: byteCount)
  }

  /// Moves the patches to the front, or to more memory: what has been read makes room before that is asked for.
  @inline(never)
  private mutating func move(makingRoom byteCount: Int) -> UnsafeMutableRawPointer {
    let kept = self.byteCount
    markPosition = max(0, markPosition - front)
    if let memory = unsafe memory, kept + byteCount <= capacity, front > 0 {
      unsafe memory.copyMemory(from: memory + front, byteCount: kept)
      (front, end) = (0, kept)
      return unsafe memory + kept
    }
    // Most lanes have one action at a time.
    let larger = max(capacity * 2, kept + byteCount, 32)
    let moved = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 1)
    if let memory = unsafe memory {
      unsafe moved.copyMemory(from: memory + front, byteCount: kept)
      unsafe memory.deallocate()
    }
    unsafe (memory, capacity, front, end) = (moved, larger, 0, kept)
    return unsafe moved + kept
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
    for _ in 0..<kept { position = endOfPatch(at: position) }
    end = position
    count = kept
  }

  mutating func removeAll() {
    if capacity > Self.keptCapacity {
      unsafe memory?.deallocate()
      unsafe (memory, capacity) = (nil, 0)
    }
    front = 0
    end = 0
    count = 0
    forgetMark()
  }

  /// The bytes from a position on.
  private func bytes(from position: Int) -> UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(
      start: memory.map { unsafe UnsafeRawPointer($0) + position }, count: end - position)
  }

  /// Applies the patch at a position; returns its length.
  private func apply(at position: Int, to state: inout [UInt8]) throws(WireError) -> Int {
    var reader = unsafe WireReader(bytes(from: position))
    if Patch.apply(after: 0, reading: &reader, to: &state) == nil {
      try Patch(reading: &reader).apply(to: &state)
    }
    return reader.position
  }

  /// Returns the position behind the patch at another.
  private func endOfPatch(at position: Int) -> Int {
    var reader = unsafe WireReader(bytes(from: position))
    let patch = try? Patch(reading: &reader)
    precondition(patch != nil, "what was encoded as a patch is one")
    return position + reader.position
  }

  /// The number of bytes that an empty queue keeps.
  private static let keptCapacity = 1 << 10
}
