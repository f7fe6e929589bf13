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
  Sequences.run(bytes)
  return 0
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
