import PandoWire

extension HostSession {
  /// Lends the encoding of a state.
  func withEncoded<State: Encodable, Result>(
    _ state: State, _ body: (UnsafeRawBufferPointer) -> Result
  ) throws(WireError) -> Result {
    scratch.removeAll()
    try WireEncoder.encode(state, into: &scratch)
    return scratch.withBytes { body($0) }
  }

  /// Lends a writer for parts of a state.
  func withScratch<Result>(
    _ body: (inout WireWriter) throws(WireError) -> Result
  ) throws(WireError) -> Result {
    try body(&scratch)
  }
}
