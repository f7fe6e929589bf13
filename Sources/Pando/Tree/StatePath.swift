/// Where a child's state lives in its parent's, for use in place.
///
/// A stored property is reached by its offset, which costs an addition; anything else by its key path.
struct StatePath<Root, Value> {
  private let keyPath: WritableKeyPath<Root, Value>
  /// Negative when the property is not a stored one.
  private let offset: Int

  init(_ keyPath: WritableKeyPath<Root, Value>) {
    self.keyPath = keyPath
    offset = MemoryLayout<Root>.offset(of: keyPath) ?? -1
  }

  /// Lends the value for changing in place; nothing is copied when it is a stored property.
  @inline(__always)
  func with(_ root: UnsafeMutablePointer<Root>, _ body: (UnsafeMutablePointer<Value>) -> Void) {
    if offset >= 0 {
      // The offset is the runtime's own for exactly this key path, so a `Value` lies there.
      let value = UnsafeMutableRawPointer(root) + offset
      body(value.assumingMemoryBound(to: Value.self))
    } else {
      compute(root, body)
    }
  }

  @inline(never)
  private func compute(
    _ root: UnsafeMutablePointer<Root>, _ body: (UnsafeMutablePointer<Value>) -> Void
  ) {
    withUnsafeMutablePointer(to: &root.pointee[keyPath: keyPath], body)
  }

  /// The same, with a result.
  func withResult<Result>(
    _ root: UnsafeMutablePointer<Root>, _ body: (UnsafeMutablePointer<Value>) -> Result
  ) -> Result {
    var result: Result?
    with(root) { result = body($0) }
    return result!
  }
}
