/// Where a child's state lives in its parent's, for use in place.
///
/// A stored property is reached by its offset, which costs an addition; anything else by its key path.
struct StatePath<Root, Value> {
  private let keyPath: WritableKeyPath<Root, Value>
  private let offset: Int?

  init(_ keyPath: WritableKeyPath<Root, Value>) {
    self.keyPath = keyPath
    offset = MemoryLayout<Root>.offset(of: keyPath)
  }

  /// Lends the value for changing in place; nothing is copied when it is a stored property.
  @inline(__always)
  func with(_ root: inout Root, _ body: (inout Value) -> Void) {
    if let offset {
      // The offset is the runtime's own for exactly this key path, so a `Value` lies there, and `root`
      // is lent to us alone.
      withUnsafeMutablePointer(to: &root) { start in
        let value = UnsafeMutableRawPointer(start) + offset
        body(&value.assumingMemoryBound(to: Value.self).pointee)
      }
    } else {
      body(&root[keyPath: keyPath])
    }
  }

  /// The same, with a result.
  func withResult<Result>(_ root: inout Root, _ body: (inout Value) -> Result) -> Result {
    var result: Result?
    with(&root) { result = body(&$0) }
    return result!
  }
}
