import Glibc
import PandoWire
import Synchronization

/// Tells copies of shared values which thread may change them.
final class SharedHost: Sendable {
  /// The thread that reduces; 0 when none does.
  private let reducer = Atomic<UInt>(0)
  private let noted = Atomic(false)

  /// True if its state holds any.
  var holdsShared: Bool { noted.load(ordering: .relaxed) }

  /// True if the thread reduces an action, which may change the copies.
  var isReducingHere: Bool {
    // Only this thread can have written its own number, so no order is needed.
    reducer.load(ordering: .relaxed) == UInt(pthread_self())
  }

  /// The thread begins to reduce an action.
  func begin() { reducer.store(UInt(pthread_self()), ordering: .relaxed) }

  func end() { reducer.store(0, ordering: .relaxed) }

  /// Decodes a state, with copies of the shared values in it.
  func decode<State: Decodable>(
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

  func note() {
    noted.store(true, ordering: .relaxed)
  }
}
