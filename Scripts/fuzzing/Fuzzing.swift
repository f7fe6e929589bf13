import PandoHosting
import PandoWire

/// The entry point for libFuzzer: every decoder that meets bytes of a peer, and the machines behind
/// them.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
  let bytes = UnsafeRawBufferPointer(start: start, count: count)
  WireFuzzing.fuzzOneInput(bytes)
  try? ClientMessage.decodeAll(bytes) { message in roundTrip(message) }
  try? WorkerMessage.decodeAll(bytes) { message in roundTrip(message) }
  if let question = LaneQuestion(batch: bytes) {
    roundTrip(question, question.bytes, LaneQuestion.init(batch:))
  }
  if let report = LaneReport(batch: bytes) {
    roundTrip(report, report.bytes, LaneReport.init(batch:))
  }
  Sequences.run(bytes)
  return 0
}

/// Checks that what was decoded is encoded as bytes that say the same.
private func roundTrip<Message: Equatable>(
  _ message: Message, _ bytes: [UInt8], _ decode: (UnsafeRawBufferPointer) -> Message?
) {
  precondition(
    bytes.withUnsafeBytes(decode) == message,
    "\(message) was encoded as bytes that say something else")
}

/// Checks that a decoded value is encoded, and decodes to the same bytes again.
private func roundTrip(_ message: ClientMessage) {
  var once = WireWriter()
  message.encode(into: &once)
  var twice = WireWriter()
  let bytes = once.bytes
  do {
    try bytes.withUnsafeBytes { bytes in
      try ClientMessage.decodeAll(bytes) { $0.encode(into: &twice) }
    }
  } catch {
    preconditionFailure("\(message) was encoded as bytes that do not decode: \(error)")
  }
  precondition(twice.bytes == bytes, "\(message) was encoded in two ways")
}

private func roundTrip(_ message: WorkerMessage) {
  var once = WireWriter()
  message.encode(into: &once)
  var twice = WireWriter()
  let bytes = once.bytes
  do {
    try bytes.withUnsafeBytes { bytes in
      try WorkerMessage.decodeAll(bytes) { $0.encode(into: &twice) }
    }
  } catch {
    preconditionFailure("\(message) was encoded as bytes that do not decode: \(error)")
  }
  precondition(twice.bytes == bytes, "\(message) was encoded in two ways")
}
