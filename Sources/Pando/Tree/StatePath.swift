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
  func with<Result>(_ root: inout Root, _ body: (inout Value) -> Result) -> Result {
    if let offset {
      return withUnsafeMutablePointer(to: &root) { pointer in
        // The offset is the runtime's own for exactly this key path, so a `Value` lies there, and
        // `root` is lent to us alone.
        let value = UnsafeMutableRawPointer(pointer).advanced(by: offset)
        return body(&value.assumingMemoryBound(to: Value.self).pointee)
      }
    }
    return body(&root[keyPath: keyPath])
  }
}
