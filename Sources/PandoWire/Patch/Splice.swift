/// Bytes in the place of others.
package struct Splice: Equatable, Sendable {
  /// Where the removed bytes begin, in the bytes before the change.
  package var offset: Int
  package var removedCount: Int
  /// The bytes that stand there instead.
  package var bytes: ByteString

  package init(offset: Int, removedCount: Int, bytes: ByteString) {
    self.offset = offset
    self.removedCount = removedCount
    self.bytes = bytes
  }
}
