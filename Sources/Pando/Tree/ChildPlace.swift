/// Where the state of a child that may be absent lives in its parent's: in an optional, or in a case of
/// an enum.
struct ChildPlace {
  /// Where the optional lies; negative when it is not a stored property.
  private let offset: Int
  /// The place of the value in an optional; nil when there is none.
  private let unwrap: (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?
  private let compute: (UnsafeMutableRawPointer, (UnsafeMutableRawPointer?) -> Void) -> Void
  let watch: ChildWatch

  /// The value of an optional. `unwrap` is made where the types are known.
  init<Root, Value>(
    _ keyPath: WritableKeyPath<Root, Value?>,
    unwrap: @escaping (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?
  ) {
    let field = StoredField(keyPath)
    offset = field.offset
    watch = ChildWatch(Root.self, field: field.offset < 0 ? nil : field.number, Value.self)
    self.unwrap = unwrap
    compute = { root, body in
      let root = root.assumingMemoryBound(to: Root.self)
      withUnsafeMutablePointer(to: &root.pointee[keyPath: keyPath]) { body(unwrap($0)) }
    }
  }

  /// The payload of a case: taken out, lent, and put back.
  init<Root, Value>(_ casePath: AnyCasePath<Root, Value>) {
    offset = -1
    // Whoever holds the enum sees which state it is in.
    watch = ChildWatch(Root.self, field: nil, Value.self)
    unwrap = { $0 }
    compute = { root, body in
      let root = root.assumingMemoryBound(to: Root.self)
      let isThere: Void? = casePath.modify(&root.pointee) { value in
        withUnsafeMutablePointer(to: &value) { body($0) }
      }
      if isThere == nil { body(nil) }
    }
  }

  /// The presented state, which lies in memory of its own.
  init<Root, Value>(presented keyPath: WritableKeyPath<Root, PresentationState<Value>>) {
    let field = StoredField(keyPath)
    offset = -1
    watch = ChildWatch(Root.self, field: field.offset < 0 ? nil : field.number, Value.self)
    unwrap = { $0 }
    compute = { root, body in
      if field.offset >= 0 {
        // As below, for one value.
        let place = (root + field.offset).assumingMemoryBound(to: PresentationState<Value>.self)
        place.pointee.withPlace(body)
      } else {
        root.assumingMemoryBound(to: Root.self).pointee[keyPath: keyPath].withPlace(body)
      }
    }
  }

  /// Lends the place of the child's state, for changing it there; nil when there is none.
  @inline(__always)
  func with(_ root: UnsafeMutableRawPointer, _ body: (UnsafeMutableRawPointer?) -> Void) {
    // The offset is the runtime's own for exactly this key path, so the optional lies there.
    if offset >= 0 { body(unwrap(root + offset)) } else { compute(root, body) }
  }

  /// The same, with a result.
  func withResult<Result>(
    _ root: UnsafeMutableRawPointer, _ body: (UnsafeMutableRawPointer?) -> Result
  ) -> Result {
    var result: Result?
    with(root) { result = body($0) }
    return result!
  }
}
