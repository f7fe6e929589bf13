/// Bytes in the place of others.
package struct Splice: Hashable, Sendable {
  /// Where the removed bytes begin, in the bytes before the change.
  package var offset: Int
  package var removedCount: Int
  /// What stands there instead.
  package var bytes: [UInt8]

  package init(offset: Int, removedCount: Int, bytes: [UInt8]) {
    self.offset = offset
    self.removedCount = removedCount
    self.bytes = bytes
  }
}
