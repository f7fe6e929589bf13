import Synchronization
import ZeroMQ

/// Hands work to the thread that owns the sockets, from any other thread.
final class Mailbox: Sendable {
  /// A request to the thread.
  enum Command: Sendable {
    case call(OutgoingCall)
    case abandon(CallID)
    case reply([UInt8], CallID, version: UInt8, Reply)
    /// The first actor is ready to be called.
    case serve
    /// The keyring has changed: who may call, or may be called.
    case keyringChanged
    /// No address is known for the name of an endpoint's host.
    case unresolved(Endpoint, reason: String)
    /// Call a short function, which waits for nobody.
    case run(@Sendable () -> Void)
    case shutDown
  }

  private struct State {
    var commands: [Command] = []
    var isClosed = false
  }

  private let state = Mutex(State())
  let wakeUp: WakeUp

  init() throws(ZeroMQError) {
    wakeUp = try WakeUp()
  }

  /// False when the thread has ended, or is about to; then nothing becomes of the command.
  @discardableResult
  func post(_ command: Command) -> Bool {
    let isOpen = state.withLock { state in
      guard !state.isClosed else { return false }
      state.commands.append(command)
      return true
    }
    if isOpen { wakeUp.signal() }
    return isOpen
  }

  /// All commands since the last time, in order.
  func take() -> [Command] {
    wakeUp.drain()
    return state.withLock { state in
      defer { state.commands = [] }
      return state.commands
    }
  }

  /// Refuses commands from now on, and returns what came before.
  func close() -> [Command] {
    state.withLock { state in
      state.isClosed = true
      defer { state.commands = [] }
      return state.commands
    }
  }
}
