import PandoWire

extension WireWriter {
  mutating func append(_ tag: UInt8, _ lane: LaneID) {
    append(tag)
    appendVarint(lane.rawValue)
  }

  /// The head of the message of an action, or of its answer.
  @inline(__always)
  mutating func append(_ tag: UInt8, _ lane: LaneID, _ epoch: Epoch, _ sequence: SequenceNumber) {
    append(tag, lane.rawValue, epoch.rawValue, sequence.rawValue)
  }

  mutating func append(_ epoch: Epoch) {
    appendVarint(epoch.rawValue)
  }

  mutating func append(_ sequence: SequenceNumber) {
    appendVarint(sequence.rawValue)
  }

  mutating func append(_ action: HostedAction) {
    if action.origin == .feature {
      append(0)
    } else {
      append(1)
      appendFixed(action.origin.rawValue)
    }
    append(action.bytes)
  }
}

extension WireReader {
  func invalid(_ what: String) -> WireError {
    WireError(.rejected("this is no known \(what)"), offset: position)
  }

  mutating func readLane() throws(WireError) -> LaneID {
    LaneID(rawValue: try readVarint())
  }

  mutating func readEpoch() throws(WireError) -> Epoch {
    let number = try readVarint()
    // Epochs count up from 1, so the end of the range is never near.
    guard number > 0, number < 1 << 62 else { throw invalid("epoch") }
    return Epoch(rawValue: number)
  }

  mutating func readSequence() throws(WireError) -> SequenceNumber {
    let number = try readVarint()
    // Numbers start at 1 and are counted on from, so neither end may be near.
    guard number > 0, number < 1 << 62 else { throw invalid("sequence number") }
    return SequenceNumber(rawValue: number)
  }

  mutating func readOrigin() throws(WireError) -> Origin {
    switch try readByte() {
    case 0: .feature
    case 1: Origin(rawValue: try readFixed())
    default: throw invalid("origin")
    }
  }

  mutating func readAction() throws(WireError) -> HostedAction {
    unsafe HostedAction(origin: try readOrigin(), bytes: ByteString(copying: try readBytes()))
  }
}
