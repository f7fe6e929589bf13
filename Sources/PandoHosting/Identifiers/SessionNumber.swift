package import PandoWire

/// The number of one of several sessions that share a connection, for each of a client's stores one.
///
/// A batch of such a session begins with it. One without is of the connection's own session, which has the number 0 and
/// opens and ends the connection for all of them. From version 10 of the protocol on.
package struct SessionNumber: Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The session of the connection itself.
  package static let own = SessionNumber(rawValue: 0)

  /// The session of a worker's host, by the identity of that.
  package init(ofHost identity: UInt64) {
    rawValue = identity >> 32 == 0 ? 0 : UInt32(truncatingIfNeeded: identity)
  }

  // MARK: - Lanes of stores that share workers

  /// The greatest number of a lane of such a store.
  package static let lanesAtMost = UInt64(UInt32.max)

  /// Returns what a pool calls a lane of the store with this session.
  package func shared(_ lane: LaneID) -> LaneID {
    LaneID(rawValue: UInt64(rawValue) << 32 | lane.rawValue)
  }

  /// The store that has a lane, by what a pool calls that.
  package init(of shared: LaneID) {
    rawValue = UInt32(truncatingIfNeeded: shared.rawValue >> 32)
  }

  /// Returns what the store itself calls a lane.
  package static func local(_ shared: LaneID) -> LaneID {
    LaneID(rawValue: shared.rawValue & lanesAtMost)
  }

  // MARK: - Batches

  /// No message has it.
  private static let tag: UInt8 = 65

  /// Begins a batch; with nothing for the connection's own session.
  package func encode(into writer: inout WireWriter) {
    if self == .own { return }
    writer.append(Self.tag)
    writer.appendVarint(UInt64(rawValue))
  }

  /// Returns a batch of the session, from its messages.
  package func framed(_ messages: [UInt8]) -> [UInt8] {
    if self == .own { return messages }
    var writer = WireWriter()
    encode(into: &writer)
    return writer.bytes + messages
  }

  /// Returns the session that a batch is of, and where its messages begin; nil where that makes no sense.
  package static func read(
    _ batch: UnsafeRawBufferPointer
  ) -> (session: SessionNumber, start: Int)? {
    guard unsafe batch.first == tag else { return (.own, 0) }
    var reader = unsafe WireReader(UnsafeRawBufferPointer(rebasing: batch.dropFirst()))
    guard let number = try? reader.readVarint(), let rawValue = UInt32(exactly: number),
      rawValue > 0
    else { return nil }
    return (SessionNumber(rawValue: rawValue), 1 + reader.position)
  }
}
