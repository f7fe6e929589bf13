package import PandoWire

// The answers for actions. One that directly follows the answer for its lane's previous action has no heading: it is
// a tag and the `HostedResult`, or the result alone where its first byte is 128 or more, as most are.
extension WorkerMessage {
  /// Appends a `result`, the message of every action, without making one.
  package static func encodeResult(
    _ lane: LaneID, _ epoch: Epoch, _ sequence: SequenceNumber, _ result: HostedResult,
    into writer: inout WireWriter
  ) {
    beginResult(lane, epoch, sequence, into: &writer)
    result.encode(into: &writer)
  }

  /// Begins a `result`, of which the `HostedResult` is to follow.
  @inline(__always)
  package static func beginResult(
    _ lane: LaneID, _ epoch: Epoch, _ sequence: SequenceNumber, into writer: inout WireWriter
  ) {
    writer.append(Tag.result.rawValue, lane, epoch, sequence)
  }

  /// Begins an answer without a heading, for the action behind the one that was answered last. Not needed where the
  /// first byte of the result is 128 or more.
  package static func beginNextResult(into writer: inout WireWriter) {
    writer.append(Tag.next.rawValue)
  }

  /// The same as `decodeAll(_:_:)`, with the message of every action, `result`, in parts. Who takes it reads
  /// the `HostedResult`, and may read those behind it, as `readsResult` says; then it leaves the number of the last.
  @inline(__always)
  package static func decodeAll(
    _ batch: UnsafeRawBufferPointer,
    result: (LaneID, Epoch, inout SequenceNumber, inout WireReader) throws(WireError) -> Void,
    other: (WorkerMessage) -> Void
  ) throws(WireError) {
    var reader = unsafe WireReader(batch)
    var last = ActionHeading.none
    while !reader.isAtEnd {
      let tag = unsafe batch[reader.position]
      if NextAction.has(tag) || tag == Tag.next.rawValue {
        guard last.hasNext else {
          throw reader.invalid("place for an answer without a heading")
        }
        if tag == Tag.next.rawValue { _ = try reader.readByte() }
        last = last.next
      } else if tag == Tag.result.rawValue {
        _ = try reader.readByte()
        last = ActionHeading(
          try reader.readLane(), try reader.readEpoch(), try reader.readSequence())
      } else {
        last = .none
        other(try WorkerMessage(from: &reader))
        continue
      }
      try result(last.lane, last.epoch, &last.sequence, &reader)
    }
  }

  /// Returns whether the next message is the answer for a certain action, the one behind the action whose answer has
  /// just been read, and reads it up to the result then; otherwise nothing is read.
  @inline(__always)
  package static func readsResult(
    of lane: LaneID, _ epoch: Epoch, _ sequence: SequenceNumber, _ reader: inout WireReader
  ) -> Bool {
    guard let tag = reader.peek() else { return false }
    if NextAction.has(tag) { return true }
    if tag == Tag.next.rawValue { return (try? reader.readByte()) != nil }
    return reader.reads(Tag.result.rawValue, lane.rawValue, epoch.rawValue, sequence.rawValue)
  }

  /// Reads a batch and hands out its messages in order; those before an error have been handed out.
  package static func decodeAll(
    _ batch: UnsafeRawBufferPointer, _ body: (WorkerMessage) -> Void
  ) throws(WireError) {
    try unsafe decodeAll(batch) { lane, epoch, sequence, reader throws(WireError) in
      body(.result(lane, epoch, sequence, try HostedResult(from: &reader)))
    } other: { message in
      body(message)
    }
  }
}
