/// Bytes that do not change. Up to 16 lie in the value itself, more in memory that copies share.
///
/// An array of bytes takes an allocation however few there are, and most actions and most changes of
/// a state are a few bytes.
@usableFromInline
package struct ByteString: Sendable {
  @usableFromInline let storage: Storage?
  @usableFromInline let low: UInt64
  @usableFromInline let high: UInt64
  @usableFromInline package let count: Int

  /// Memory that is written once, before anybody else sees it.
  @usableFromInline final class Storage: Sendable {
    @usableFromInline nonisolated(unsafe) let start: UnsafeMutableRawPointer

    @usableFromInline init(copying bytes: UnsafeRawBufferPointer) {
      start = .allocate(byteCount: bytes.count, alignment: 8)
      UnsafeMutableRawBufferPointer(start: start, count: bytes.count).copyMemory(from: bytes)
    }

    deinit { start.deallocate() }
  }

  /// A copy of bytes that belong to somebody else. O(bytes).
  @inlinable
  package init(copying bytes: UnsafeRawBufferPointer) {
    count = bytes.count
    var inline: (UInt64, UInt64) = (0, 0)
    if bytes.count <= 16 {
      Swift.withUnsafeMutableBytes(of: &inline) { $0.copyMemory(from: bytes) }
      storage = nil
    } else {
      storage = Storage(copying: bytes)
    }
    (low, high) = inline
  }

  /// A copy of an array. O(bytes).
  @inlinable
  package init(_ bytes: [UInt8]) {
    self = bytes.withUnsafeBytes { ByteString(copying: $0) }
  }

  /// Lends the bytes, for the time of one call.
  @inlinable @inline(__always)
  package func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if let storage {
      return try body(UnsafeRawBufferPointer(start: storage.start, count: count))
    }
    let inline = (low, high)
    return try Swift.withUnsafeBytes(of: inline) { bytes throws(Failure) in
      try body(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
    }
  }

  /// The same bytes as an array.
  package var array: [UInt8] { withUnsafeBytes { [UInt8](copying: $0) } }
}

extension ByteString: Equatable {
  @usableFromInline
  package static func == (left: ByteString, right: ByteString) -> Bool {
    guard left.count == right.count else { return false }
    if left.storage == nil { return left.low == right.low && left.high == right.high }
    return left.withUnsafeBytes { left in right.withUnsafeBytes { left.elementsEqual($0) } }
  }
}

extension ByteString: ExpressibleByArrayLiteral {
  @usableFromInline
  package init(arrayLiteral elements: UInt8...) {
    self.init(elements)
  }
}
