/// Messages of actions that are their lane's next, and so have no heading: `WireReader.readShortBytes()` reads them. From
/// version 7 of the protocol on.
///
/// A tag of 128 or more is such a message itself, where all others are small numbers.
@usableFromInline
package enum NextAction {
  /// Returns whether a message with this tag is one.
  @inlinable @inline(__always)
  package static func has(_ tag: UInt8) -> Bool { tag >= 0x80 }
}
