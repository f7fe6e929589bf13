import PandoWire
import Synchronization

/// Who reduces on copies of shared values.
final class SharedHost: Sendable {
  private let reducing = Atomic(false)
  private let noted = Atomic(false)

  /// Whether its state holds any.
  var holdsShared: Bool { noted.load(ordering: .relaxed) }

  /// Whether an action is being reduced, which may change the copies.
  var isReducing: Bool {
    get { reducing.load(ordering: .relaxed) }
    set { reducing.store(newValue, ordering: .relaxed) }
  }

  /// A state, with copies of the shared values in it.
  func decode<State: Decodable>(
    _ type: State.Type, from bytes: [UInt8]
  ) throws(WireError) -> State {
    let state = SharedDecoding.$current.withValue(SharedDecoding(host: self)) {
      () -> Result<State, WireError> in
      do throws(WireError) { return .success(try WireDecoder.decode(type, from: bytes)) } catch {
        return .failure(error)
      }
    }
    return try state.get()
  }

  func note() {
    noted.store(true, ordering: .relaxed)
  }
}
