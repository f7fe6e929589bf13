package import PandoWire

extension HostedResult {
  private static let awaitsCommitFlag: UInt8 = 1
  private static let isDroppedFlag: UInt8 = 2
  private static let hasSendsFlag: UInt8 = 4
  private static let hasEffectsFlag: UInt8 = 8
  private static let hasWarningsFlag: UInt8 = 16
  private static let hasCancelsFlag: UInt8 = 32

  /// The number of actions that one action may send as `Effect.send` on a worker: they commit
  /// before anything else, whatever the window.
  package static let sendsAtMost = 4_096
  /// The number of identities that one action may cancel on a worker: each is looked for in the
  /// store too.
  package static let cancelsAtMost = 1_024
  /// The number of warnings of one action that cross: each is reported by itself.
  private static let warningsAtMost = 64

  package func encode(into writer: inout WireWriter) {
    var flags: UInt8 = 0
    if awaitsCommit { flags |= Self.awaitsCommitFlag }
    if isDropped { flags |= Self.isDroppedFlag }
    if isPlain {
      writer.append(flags)
      patch.encode(into: &writer)
      return
    }
    let (sends, cancels, warnings) = (sends, cancels, warnings)
    if !sends.isEmpty { flags |= Self.hasSendsFlag }
    if effectCount > 0 { flags |= Self.hasEffectsFlag }
    if !warnings.isEmpty { flags |= Self.hasWarningsFlag }
    if !cancels.isEmpty { flags |= Self.hasCancelsFlag }
    writer.append(flags)
    patch.encode(into: &writer)
    if effectCount > 0 { writer.appendVarint(effectCount) }
    if !sends.isEmpty {
      writer.appendVarint(sends.count)
      for send in sends { writer.append(send) }
    }
    if !cancels.isEmpty {
      writer.appendVarint(cancels.count)
      for cancel in cancels { writer.appendBytes(cancel) }
    }
    if !warnings.isEmpty {
      writer.appendVarint(Swift.min(warnings.count, Self.warningsAtMost))
      for warning in warnings.prefix(Self.warningsAtMost) { writer.append(text: warning) }
    }
  }

  /// Begins a result that brings nothing but a patch, which is to follow. Returns where that begins.
  @inline(__always)
  static func beginPlain(_ writer: inout WireWriter) -> Int {
    writer.append(0 as UInt8)
    return writer.count
  }

  /// Reads a result that brings one change at the most, and nothing else, and makes the change in place.
  /// Returns nil, and has read and changed nothing, where the result is another or does not fit.
  static func apply(reading reader: inout WireReader, to bytes: inout [UInt8]) -> AppliedPatch? {
    guard let first = reader.peek() else { return nil }
    if Patch.isShort(first) { return Patch.applyShort(reading: &reader, to: &bytes) }
    return first == 0 ? Patch.apply(after: 1, reading: &reader, to: &bytes) : nil
  }

  package init(from reader: inout WireReader) throws(WireError) {
    if let first = reader.peek(), Patch.isShort(first) {
      self.init(plain: try Patch(reading: &reader))
      return
    }
    let flags = try reader.readByte()
    guard flags < 64 else { throw reader.invalid("kind of result") }
    let patch = try Patch(reading: &reader)
    if flags == 0 {
      self.init(plain: patch)
      return
    }
    var effectCount = 0
    var sends: [HostedAction] = []
    var cancels: [[UInt8]] = []
    var warnings: [String] = []
    if flags & Self.hasEffectsFlag != 0 { effectCount = try reader.readEffectCount() }
    if flags & Self.hasSendsFlag != 0 {
      let count = try reader.readCount(minimumBytes: 2)
      guard count <= Self.sendsAtMost else { throw reader.invalid("count of sent actions") }
      for _ in 0..<count { sends.append(try reader.readAction()) }
    }
    if flags & Self.hasCancelsFlag != 0 {
      let count = try reader.readCount()
      guard count <= Self.cancelsAtMost else {
        throw reader.invalid("count of cancelled identities")
      }
      for _ in 0..<count { cancels.append(try reader.readByteArray()) }
    }
    if flags & Self.hasWarningsFlag != 0 {
      let count = try reader.readCount()
      guard count <= Self.warningsAtMost else { throw reader.invalid("count of warnings") }
      for _ in 0..<count { warnings.append(try reader.readText()) }
    }
    self.init(
      patch: patch, effectCount: effectCount,
      awaitsCommit: flags & Self.awaitsCommitFlag != 0, sends: sends, cancels: cancels,
      warnings: warnings, isDropped: flags & Self.isDroppedFlag != 0)
  }
}

extension CancelTarget {
  func encode(into writer: inout WireWriter) {
    switch self {
    case .sequence(let sequence):
      writer.append(0)
      writer.append(sequence)
    case .id(let bytes):
      writer.append(1)
      writer.appendBytes(bytes)
    }
  }

  init(from reader: inout WireReader) throws(WireError) {
    switch try reader.readByte() {
    case 0: self = .sequence(try reader.readSequence())
    case 1: self = .id(try reader.readByteArray())
    default: throw reader.invalid("kind of cancellation")
    }
  }
}

extension WireReader {
  /// The number of effects that one action may have on a worker.
  private static var effectsOfActionAtMost: Int { 1 << 16 }

  fileprivate mutating func readEffectCount() throws(WireError) -> Int {
    let count = try readInteger()
    guard count > 0, count <= Self.effectsOfActionAtMost else { throw invalid("count of effects") }
    return count
  }
}
