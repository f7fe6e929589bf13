/// A copy of a value, or none: an optional that code which does not know the type touches at no cost.
///
/// Such code asks the runtime for the type of an optional wherever it touches one, which takes some 400
/// instructions.
struct HeldCopy<Value>: ~Copyable {
  /// Memory for one value, which holds one exactly while `isThere`.
  let place: UnsafeMutablePointer<Value>
  private(set) var isThere = false

  /// Holds none.
  init() {
    place = .allocate(capacity: 1)
  }

  deinit {
    if isThere { place.deinitialize(count: 1) }
    place.deallocate()
  }

  /// Holds a copy of a value from now on.
  mutating func take(_ value: Value) {
    if isThere {
      place.pointee = value
    } else {
      place.initialize(to: value)
      isThere = true
    }
  }

  /// Holds none from now on.
  mutating func drop() {
    guard isThere else { return }
    place.deinitialize(count: 1)
    isThere = false
  }

  /// Returns whether a copy is there that has the bits of a value.
  func isSame(as value: UnsafeRawPointer) -> Bool {
    guard isThere else { return false }
    let size = MemoryLayout<Value>.size
    return UnsafeRawBufferPointer(start: place, count: size)
      .commonPrefix(UnsafeRawBufferPointer(start: value, count: size)) == size
  }
}
