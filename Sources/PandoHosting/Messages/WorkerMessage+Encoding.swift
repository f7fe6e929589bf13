package import PandoWire

extension WorkerMessage {
  enum Tag: UInt8 {
    case welcome = 1
    case refuse, opened, failed, result, emit, finished, closed, pong, reached, hangs,
      draining, undrained, trace, next, effectHangs, crashes, spent
  }

  /// Appends the message to a batch.
  package func encode(into writer: inout WireWriter) {
    switch self {
    case .welcome(let welcome):
      writer.append(Tag.welcome.rawValue)
      welcome.encode(into: &writer)
    case .refuse(let reason):
      writer.append(Tag.refuse.rawValue)
      writer.append(text: reason)
    case .opened(let lane):
      writer.append(Tag.opened.rawValue, lane)
    case .failed(let lane, let reason):
      writer.append(Tag.failed.rawValue, lane)
      writer.append(text: reason)
    case .result(let lane, let epoch, let sequence, let result):
      Self.encodeResult(lane, epoch, sequence, result, into: &writer)
    case .emit(let lane, let sequence, let number, let action, let selfDispatch):
      writer.append(Tag.emit.rawValue, lane)
      writer.append(sequence)
      writer.appendVarint(number)
      writer.append(action)
      writer.append(selfDispatch == nil ? 0 : 1)
      selfDispatch?.encode(into: &writer)
    case .finished(let lane, let sequence, let count):
      writer.append(Tag.finished.rawValue, lane)
      writer.append(sequence)
      writer.appendVarint(count)
    case .closed(let lane, let cancelledCount):
      writer.append(Tag.closed.rawValue, lane)
      writer.appendVarint(cancelledCount)
    case .pong(let number, let laneCount):
      writer.append(Tag.pong.rawValue)
      writer.appendVarint(number)
      writer.appendVarint(laneCount)
    case .reached(let number):
      writer.append(Tag.reached.rawValue)
      writer.appendVarint(number)
    case .hangs(let lane):
      writer.append(Tag.hangs.rawValue, lane)
    case .draining(let milliseconds):
      writer.append(Tag.draining.rawValue)
      writer.appendVarint(milliseconds)
    case .undrained:
      writer.append(Tag.undrained.rawValue)
    case .trace(let lane, let number, let carrier):
      writer.append(Tag.trace.rawValue, lane)
      writer.appendVarint(number)
      carrier.encode(into: &writer)
    case .effectHangs(let lane, let notice):
      writer.append(Tag.effectHangs.rawValue, lane)
      notice.encode(into: &writer)
    case .crashes(let culprit):
      writer.append(Tag.crashes.rawValue)
      culprit.encode(into: &writer)
    case .spent(let costs):
      writer.append(Tag.spent.rawValue)
      writer.appendVarint(costs.count)
      for cost in costs { cost.encode(into: &writer) }
    }
  }

  init(from reader: inout WireReader) throws(WireError) {
    switch try Tag(rawValue: reader.readByte()) {
    case .welcome: self = .welcome(try Welcome(from: &reader))
    case .refuse: self = .refuse(reason: try reader.readText())
    case .opened: self = .opened(try reader.readLane())
    case .failed: self = .failed(try reader.readLane(), reason: try reader.readText())
    case .result:
      self = .result(
        try reader.readLane(), try reader.readEpoch(), try reader.readSequence(),
        try HostedResult(from: &reader))
    case .emit:
      self = .emit(
        try reader.readLane(), try reader.readSequence(), number: try reader.readVarint(),
        try reader.readAction(), try reader.readSelfDispatch())
    case .finished:
      self = .finished(
        try reader.readLane(), try reader.readSequence(), count: try reader.readInteger())
    case .closed:
      self = .closed(try reader.readLane(), cancelledCount: try reader.readInteger())
    case .pong:
      self = .pong(try reader.readVarint(), laneCount: try reader.readInteger())
    case .reached: self = .reached(try reader.readVarint())
    case .hangs: self = .hangs(try reader.readLane())
    case .draining: self = .draining(withinMilliseconds: try reader.readInteger())
    case .undrained: self = .undrained
    case .trace:
      self = .trace(
        try reader.readLane(), number: try reader.readVarint(), try TraceCarrier(from: &reader))
    case .effectHangs:
      self = .effectHangs(try reader.readLane(), try EffectHangNotice(from: &reader))
    case .crashes: self = .crashes(try Culprit(from: &reader))
    case .spent:
      let count = try reader.readInteger()
      guard count <= ActionCost.countAtMost else { throw reader.invalid("number of costs") }
      var costs: [ActionCost] = []
      for _ in 0..<count { costs.append(try ActionCost(from: &reader)) }
      self = .spent(costs)
    case .next: throw reader.invalid("place for an answer without a heading")
    case nil: throw reader.invalid("kind of worker message")
    }
  }
}

extension WireReader {
  fileprivate mutating func readSelfDispatch() throws(WireError) -> SelfDispatch? {
    switch try readByte() {
    case 0: nil
    case 1: try SelfDispatch(from: &self)
    default: throw invalid("kind of send")
    }
  }
}
