import PandoBase
package import PandoWire

extension SharedHost {
  /// Decodes a state, with copies of the shared values in it.
  package func decode<State: Decodable>(
    _ type: State.Type, from bytes: [UInt8]
  ) throws(WireError) -> State {
    let state = SharedDecoding.ofThread.withValue(SharedDecoding(.host(self))) {
      () -> Result<State, WireError> in
      do throws(WireError) { return .success(try WireDecoder.decode(type, from: bytes)) } catch {
        return .failure(error)
      }
    }
    return try state.get()
  }
}
