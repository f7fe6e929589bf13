package import PandoWire

extension ClientMessage {
  enum Tag: UInt8 {
    case hello = 1
    case open, reduce, commit, rebase, cancel, settle, close, ping, goodbye, checkpoint, trace,
      limit, release
  }

  /// Appends the message to a batch.
  package func encode(into writer: inout WireWriter) {
    switch self {
    case .hello(let hello):
      writer.append(Tag.hello.rawValue)
      hello.encode(into: &writer)
    case .open(
      let lane, let feature, let epoch, let next, let snapshot, let isPresented, let timeout,
      let selfDispatches):
      writer.append(Tag.open.rawValue, lane)
      feature.encode(into: &writer)
      writer.append(epoch)
      writer.append(next)
      writer.appendBytes(snapshot)
      writer.append(isPresented ? 1 : 0)
      writer.appendVarint(timeout)
      writer.append(selfDispatches ? 1 : 0)
    case .reduce(let lane, let epoch, let sequence, let action):
      Self.encodeReduce(lane, epoch, sequence, action, into: &writer)
    case .commit(let lane, let sequence):
      writer.append(Tag.commit.rawValue, lane)
      writer.append(sequence)
    case .rebase(let lane, let epoch, let sequence, let patch):
      writer.append(Tag.rebase.rawValue, lane)
      writer.append(epoch)
      writer.append(sequence)
      patch.encode(into: &writer)
    case .cancel(let lane, let target):
      writer.append(Tag.cancel.rawValue, lane)
      target.encode(into: &writer)
    case .settle(let lane, let number):
      writer.append(Tag.settle.rawValue, lane)
      writer.appendVarint(number)
    case .close(let lane, let waitsForEffects):
      writer.append(Tag.close.rawValue, lane)
      writer.append(waitsForEffects ? 1 : 0)
    case .ping(let number):
      writer.append(Tag.ping.rawValue)
      writer.appendVarint(number)
    case .goodbye:
      writer.append(Tag.goodbye.rawValue)
    case .checkpoint(let number):
      writer.append(Tag.checkpoint.rawValue)
      writer.appendVarint(number)
    case .trace(let lane, let sequence, let carrier):
      writer.append(Tag.trace.rawValue, lane)
      writer.append(sequence)
      carrier.encode(into: &writer)
    case .limit(let lane, let limits):
      writer.append(Tag.limit.rawValue, lane)
      writer.appendVarint(limits.cancellationMilliseconds)
      writer.appendVarint(limits.effectMilliseconds ?? 0)
    case .release(let lane, let epoch, let sequence):
      writer.append(Tag.release.rawValue, lane)
      writer.append(epoch)
      writer.append(sequence)
    }
  }

  /// Appends a `reduce`, the message of every action, without making one.
  package static func encodeReduce(
    _ lane: LaneID, _ epoch: Epoch, _ sequence: SequenceNumber, _ action: HostedAction,
    into writer: inout WireWriter
  ) {
    writer.append(Tag.reduce.rawValue, lane, epoch, sequence)
    writer.append(action)
  }

  /// Appends the same for an action of the feature itself that is its lane's next, where the message of the one before
  /// it is the last of the batch.
  package static func encodeNext(_ action: HostedAction, into writer: inout WireWriter) {
    writer.appendShortBytes(action.bytes)
  }

  init(from reader: inout WireReader) throws(WireError) {
    switch try Tag(rawValue: reader.readByte()) {
    case .hello: self = .hello(try Hello(from: &reader))
    case .open:
      self = .open(
        try reader.readLane(), try FeatureDescriptor(from: &reader), try reader.readEpoch(),
        try reader.readSequence(), snapshot: try reader.readByteArray(),
        isPresented: try reader.readByte() == 1,
        timeoutMilliseconds: try reader.readInteger(), selfDispatches: try reader.readByte() == 1)
    case .reduce:
      self = .reduce(
        try reader.readLane(), try reader.readEpoch(), try reader.readSequence(),
        try reader.readAction())
    case .commit: self = .commit(try reader.readLane(), through: try reader.readSequence())
    case .rebase:
      self = .rebase(
        try reader.readLane(), try reader.readEpoch(), from: try reader.readSequence(),
        try Patch(reading: &reader))
    case .cancel: self = .cancel(try reader.readLane(), try CancelTarget(from: &reader))
    case .settle: self = .settle(try reader.readLane(), through: try reader.readVarint())
    case .close:
      self = .close(try reader.readLane(), waitsForEffects: try reader.readByte() == 1)
    case .ping: self = .ping(try reader.readVarint())
    case .goodbye: self = .goodbye
    case .checkpoint: self = .checkpoint(try reader.readVarint())
    case .trace:
      self = .trace(
        try reader.readLane(), try reader.readSequence(), try TraceCarrier(from: &reader))
    case .limit:
      let (lane, cancellation) = (try reader.readLane(), try reader.readInteger())
      let effect = try reader.readInteger()
      self = .limit(
        lane,
        EffectLimits(
          cancellationMilliseconds: cancellation, effectMilliseconds: effect == 0 ? nil : effect))
    case .release:
      self = .release(
        try reader.readLane(), try reader.readEpoch(), before: try reader.readSequence())
    case nil: throw reader.invalid("kind of client message")
    }
  }
}

extension ClientMessage {
  /// A batch, as far as it matters before it is handled.
  package enum BatchKind: Equatable {
    /// It begins with a greeting.
    case hello
    /// It is nothing but a ping.
    case ping(UInt64)
    /// It is nothing but a goodbye.
    case goodbye
    case other
  }

  /// Tells the kind of a batch without reading it through.
  package static func kind(ofBatch batch: UnsafeRawBufferPointer) -> BatchKind {
    guard let first = unsafe batch.first else { return .other }
    switch Tag(rawValue: first) {
    case .hello: return .hello
    case .goodbye where batch.count == 1: return .goodbye
    case .ping:
      var reader = unsafe WireReader(UnsafeRawBufferPointer(rebasing: batch.dropFirst()))
      guard let number = try? reader.readVarint(), reader.isAtEnd else { return .other }
      return .ping(number)
    default: return .other
    }
  }
}
