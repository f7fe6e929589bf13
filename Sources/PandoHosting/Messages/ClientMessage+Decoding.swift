package import PandoWire

extension ClientMessage {
  /// Reads a batch and hands out its messages in order; those before an error have been handed out.
  package static func decodeAll(
    _ batch: UnsafeRawBufferPointer, _ body: (ClientMessage) -> Void
  ) throws(WireError) {
    var heading = ActionHeading.none
    _ = try unsafe decode(batch, from: 0, after: &heading) { heading, origin, bytes, _ in
      let action = unsafe HostedAction(origin: origin, bytes: ByteString(copying: bytes))
      body(.reduce(heading.lane, heading.epoch, heading.sequence, action))
      return true
    } other: { message in
      body(message)
      return true
    }
  }

  /// Reads messages of a batch from a position on and hands them out in order; those before an error
  /// have been handed out. The message of every action, `reduce`, comes in parts, with the action's
  /// bytes lent for the time of the call.
  ///
  /// - Parameters:
  ///   - last: The heading of the last message where that is of an action; else `none`, as at the start of a batch.
  ///   - reduce: Takes an action. It may read those that are next on its lane, by `WireReader.readShortBytes()`, and then leaves
  ///     the heading of the last that it has read.
  /// - Returns: The position of the rest once a closure returned false; nil at the end of the batch.
  package static func decode(
    _ batch: UnsafeRawBufferPointer, from start: Int, after last: inout ActionHeading,
    reduce: (inout ActionHeading, Origin, UnsafeRawBufferPointer, inout WireReader)
      throws(WireError) -> Bool,
    other: (ClientMessage) -> Bool
  ) throws(WireError) -> Int? {
    let rest = unsafe UnsafeRawBufferPointer(rebasing: batch[start...])
    var reader = unsafe WireReader(rest)
    while !reader.isAtEnd {
      let goesOn: Bool
      if let next = try unsafe reader.readShortBytes() {
        guard last.hasNext else { throw reader.invalid("place for an action without a heading") }
        last = last.next
        goesOn = try unsafe reduce(&last, .feature, next, &reader)
      } else if unsafe rest[reader.position] == Tag.reduce.rawValue {
        _ = try reader.readByte()
        last = ActionHeading(
          try reader.readLane(), try reader.readEpoch(), try reader.readSequence())
        let origin = try reader.readOrigin()
        goesOn = try unsafe reduce(&last, origin, try reader.readBytes(), &reader)
      } else {
        last = .none
        goesOn = other(try ClientMessage(from: &reader))
      }
      if !goesOn, !reader.isAtEnd { return start + reader.position }
    }
    return nil
  }
}
