extension [UInt8] {
  /// A copy of bytes that belong to somebody else.
  ///
  /// Use it instead of `Array(bytes)`. There, Swift 6.3 may free an array that nobody uses before the
  /// bytes are copied into it, and so write into freed memory: bytes of a peer, in a message that is
  /// then dropped. Here the array is whole before it is written to.
  @inlinable
  package init(copying bytes: UnsafeRawBufferPointer) {
    self.init(repeating: 0, count: bytes.count)
    withUnsafeMutableBytes { $0.copyMemory(from: bytes) }
  }
}
