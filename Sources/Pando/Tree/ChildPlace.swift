/// Where the state of a child that may be absent lives in its parent's: in an optional, or in a case of
/// an enum.
struct ChildPlace {
  /// Lends a place, or nil where there is none.
  typealias Lending = (UnsafeMutableRawPointer, (UnsafeMutableRawPointer?) -> Void) -> Void

  /// Where the optional lies; negative when it is not a stored property.
  private let offset: Int
  /// Where the value that holds the child lies, if not in a case; negative when it is no stored property.
  let holderOffset: Int
  /// The place of the value in an optional; nil when there is none.
  private let unwrap: (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?
  /// For changing the state, where `offset` is negative.
  private let compute: Lending
  /// For reading it: calls no setter and no observer, and may lend a copy.
  private let copy: Lending
  let watch: ChildWatch

  /// The value of an optional. `unwrap` is made where the types are known.
  init<Root, Value>(
    _ keyPath: WritableKeyPath<Root, Value?>,
    unwrap: @escaping (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?
  ) {
    let field = StoredField(keyPath)
    offset = field.offset
    holderOffset = field.offset
    watch = ChildWatch(Root.self, field: field.offset < 0 ? nil : field.number, Value.self)
    self.unwrap = unwrap
    let copy: Lending = { root, body in
      let root = root.assumingMemoryBound(to: Root.self)
      withUnsafePointer(to: root.pointee[keyPath: keyPath]) {
        body(unwrap(UnsafeMutableRawPointer(mutating: $0)))
      }
    }
    self.copy = copy
    compute = { root, body in
      var isThere = false
      copy(root) { isThere = $0 != nil }
      guard isThere else { return body(nil) }
      let root = root.assumingMemoryBound(to: Root.self)
      withUnsafeMutablePointer(to: &root.pointee[keyPath: keyPath]) { body(unwrap($0)) }
    }
  }

  /// The payload of a case: taken out, lent, and put back.
  init<Root, Value>(_ casePath: AnyCasePath<Root, Value>) {
    offset = -1
    holderOffset = -1
    // An observer of the enum is told when it comes into another state.
    watch = ChildWatch(Root.self, field: nil, Value.self)
    unwrap = { $0 }
    // The path's own closures: calling them by way of the path asks the runtime for the path's type.
    let (take, put, inspect) = (casePath.extraction, casePath.embedding, casePath.inspection)
    compute = { root, body in
      let root = root.assumingMemoryBound(to: Root.self)
      guard var value = take(root.pointee) else { return body(nil) }
      // The root lets go of the payload meanwhile, so that a buffer which nobody else holds is not copied.
      root.deinitialize(count: 1)
      withUnsafeMutablePointer(to: &value) { body($0) }
      root.initialize(to: put(value))
    }
    copy = { root, body in
      let isThere = inspect(root.assumingMemoryBound(to: Root.self).pointee) { value in
        withUnsafePointer(to: value) { body(UnsafeMutableRawPointer(mutating: $0)) }
      }
      if !isThere { body(nil) }
    }
  }

  /// The presented state, which lies in memory of its own.
  init<Root, Value>(presented keyPath: WritableKeyPath<Root, PresentationState<Value>>) {
    let field = StoredField(keyPath)
    offset = -1
    holderOffset = field.offset
    watch = ChildWatch(Root.self, field: field.offset < 0 ? nil : field.number, Value.self)
    unwrap = { $0 }
    compute = { root, body in
      if field.offset >= 0 {
        // The offset is the runtime's own for exactly this key path, so the box lies there.
        let place = (root + field.offset).assumingMemoryBound(to: PresentationState<Value>.self)
        place.pointee.withPlace(body)
      } else {
        let root = root.assumingMemoryBound(to: Root.self)
        if root.pointee[keyPath: keyPath].storage.isEmpty { return body(nil) }
        root.pointee[keyPath: keyPath].withPlace(body)
      }
    }
    copy = { root, body in
      if field.offset >= 0 {
        let place = (root + field.offset).assumingMemoryBound(to: PresentationState<Value>.self)
        place.pointee.readPlace(body)
      } else {
        root.assumingMemoryBound(to: Root.self).pointee[keyPath: keyPath].readPlace(body)
      }
    }
  }

  /// Lends the place of the child's state, for changing it there; nil when there is none.
  @inline(__always)
  func with(_ root: UnsafeMutableRawPointer, _ body: (UnsafeMutableRawPointer?) -> Void) {
    // The offset is the runtime's own for exactly this key path, so the optional lies there.
    if offset >= 0 { body(unwrap(root + offset)) } else { compute(root, body) }
  }

  /// Lends the child's state for reading alone; nil when there is none. Nothing may be changed at the
  /// pointer, which may lead to a copy.
  @inline(__always)
  func read(_ root: UnsafeMutableRawPointer, _ body: (UnsafeMutableRawPointer?) -> Void) {
    if offset >= 0 { body(unwrap(root + offset)) } else { copy(root, body) }
  }

  /// True if the child is in an optional that is a stored property of its parent's state.
  @inline(__always)
  var isStored: Bool { offset >= 0 }

  /// The place of a child that `isStored`, for reading alone; nil when there is none.
  @inline(__always)
  func stored(in root: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    unwrap(root + offset)
  }

  /// As `read`, with a result.
  func readResult<Result>(
    _ root: UnsafeMutableRawPointer, _ body: (UnsafeMutableRawPointer?) -> Result
  ) -> Result {
    var result: Result?
    read(root) { result = body($0) }
    return result!
  }
}
