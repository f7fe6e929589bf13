import PandoWire

extension HostSession {
  /// Lends the encoding of a state.
  func withEncoded<State, Result>(
    _ state: UnsafeMutablePointer<State>, _ coding: ValueCoding<State>,
    _ body: (UnsafeRawBufferPointer) -> Result
  ) throws(WireError) -> Result {
    scratch.removeAll()
    try coding.encode(state, &scratch)
    return scratch.withBytes { body($0) }
  }

  /// Lends a writer for parts of a state.
  func withScratch<Result>(
    _ body: (inout WireWriter) throws(WireError) -> Result
  ) throws(WireError) -> Result {
    try body(&scratch)
  }
}
