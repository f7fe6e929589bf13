/// Where a child's state lives in its parent's, for use in place.
///
/// A stored property is reached by its offset, which costs an addition; anything else by its key path:
/// a computed property, or one with observers. It holds nothing that depends on the types, which code
/// that does not know them would ask the runtime for.
struct StatePath<Root, Value> {
  /// Negative when the property is not a stored one.
  let offset: Int
  private let compute: (UnsafeMutableRawPointer, (UnsafeMutableRawPointer) -> Void) -> Void
  private let copy: (UnsafeMutableRawPointer, (UnsafeMutableRawPointer) -> Void) -> Void
  let watch: ChildWatch

  /// True if the value is a stored property, so that `read` lends the value itself and no copy.
  var isStored: Bool { offset >= 0 }

  /// - Parameter child: The type of the children, where the value holds several.
  init<Child>(_ keyPath: WritableKeyPath<Root, Value>, of child: Child.Type) {
    let field = StoredField(keyPath)
    offset = field.offset
    // What goes through the accessors is watched by them.
    watch = ChildWatch(Root.self, field: field.offset < 0 ? nil : field.number, child)
    compute = { root, body in
      let root = root.assumingMemoryBound(to: Root.self)
      withUnsafeMutablePointer(to: &root.pointee[keyPath: keyPath]) { body($0) }
    }
    copy = { root, body in
      let root = root.assumingMemoryBound(to: Root.self)
      withUnsafePointer(to: root.pointee[keyPath: keyPath]) {
        body(UnsafeMutableRawPointer(mutating: $0))
      }
    }
  }

  init(_ keyPath: WritableKeyPath<Root, Value>) {
    self.init(keyPath, of: Value.self)
  }

  /// Lends the place of the value, for changing it there; nothing is copied when it is a stored
  /// property.
  @inline(__always)
  func withPlace(
    _ root: UnsafeMutableRawPointer, _ body: (UnsafeMutableRawPointer) -> Void
  ) {
    // The offset is the runtime's own for exactly this key path, so a `Value` lies there.
    if offset >= 0 { body(root + offset) } else { compute(root, body) }
  }

  /// Lends the value for changing in place.
  @inline(__always)
  func with(_ root: UnsafeMutablePointer<Root>, _ body: (UnsafeMutablePointer<Value>) -> Void) {
    withPlace(UnsafeMutableRawPointer(root)) { body($0.assumingMemoryBound(to: Value.self)) }
  }

  /// Lends the value for reading alone: no setter and no observer of the property is called. Nothing may
  /// be changed at the pointer, which may lead to a copy.
  @inline(__always)
  func read(_ root: UnsafeMutablePointer<Root>, _ body: (UnsafeMutablePointer<Value>) -> Void) {
    let root = UnsafeMutableRawPointer(root)
    if offset >= 0 {
      body((root + offset).assumingMemoryBound(to: Value.self))
    } else {
      copy(root) { body($0.assumingMemoryBound(to: Value.self)) }
    }
  }

  /// As `read`, with a result.
  func readResult<Result>(
    _ root: UnsafeMutablePointer<Root>, _ body: (UnsafeMutablePointer<Value>) -> Result
  ) -> Result {
    var result: Result?
    read(root) { result = body($0) }
    return result!
  }

  /// As `with`, with a result.
  func withResult<Result>(
    _ root: UnsafeMutablePointer<Root>, _ body: (UnsafeMutablePointer<Value>) -> Result
  ) -> Result {
    var result: Result?
    with(root) { result = body($0) }
    return result!
  }
}
