import Logging
import Synchronization
import ZeroMQ

/// Sees to it that a daemon can be reached at its ipc address: it listens there again once the file of its socket is gone,
/// as a cleaner of old files removes it, or is another's.
///
/// The thread that has the socket looks; any thread may ask.
final class AddressWatch: Sendable {
  private struct State {
    var problem: ZeroMQError?
    var takenSince: Int?
    var end: ZeroMQError?
  }

  private let state = Mutex(State())

  /// The interval of the looks, which cost two system calls each.
  static let lookMilliseconds = 500
  /// The time for which another must have the address before this process gives it up. One that only tries the address
  /// has it for a moment.
  private static let takenMilliseconds = 3_000

  /// Why nobody new can connect, in a few words; nil while everybody can.
  var problem: String? {
    state.withLock { $0.problem }.map { error in
      error.code == .endpointTaken ? "ANOTHER PROCESS HAS ITS ADDRESS" : "ITS ADDRESS IS GONE"
    }
  }

  /// Why the process is to end: another listens at its address, and nobody new would ever find this one. It is what
  /// the process would have said had it come second.
  var end: ZeroMQError? { state.withLock { $0.end } }

  /// Looks once, and tells the log what has changed.
  ///
  /// - Parameters:
  ///   - isLast: True if the process cannot listen again, and so ends without its address.
  ///   - listenAgain: Listens again where that is needed, and returns whether it was.
  func look(
    at endpoint: Endpoint, now: Int, isLast: Bool = false, logger: Logger,
    _ listenAgain: () throws(ZeroMQError) -> Bool
  ) {
    var problem: ZeroMQError?
    var wasLost = false
    do throws(ZeroMQError) { wasLost = try listenAgain() } catch { problem = error }
    // The common case takes no line of the log, and asks for nothing else.
    let (former, isEnd) = state.withLock { state in
      let former = state.problem
      state.problem = problem
      if isLast, let problem, state.end == nil {
        state.end = problem
        return (former, true)
      }
      guard problem?.code == .endpointTaken, state.end == nil else {
        state.takenSince = nil
        return (former, false)
      }
      let since = state.takenSince ?? now
      state.takenSince = since
      if now - since >= Self.takenMilliseconds { state.end = problem }
      return (former, state.end != nil)
    }
    if isEnd, isLast {
      return logger.critical(
        "The files at \(endpoint) were removed, and this process may not listen again. It ends.")
    }
    if let problem, problem != former {
      logger.error("Nobody new can connect to \(endpoint): \(problem.message) Trying again.")
    } else if problem == nil, wasLost {
      logger.warning(
        """
        The files at \(endpoint) were removed; it listens there again. Keep cleaners of old files away from them, or \
        choose a folder such as /run.
        """)
    }
    if isEnd { logger.critical("Another process has taken \(endpoint); this one ends.") }
  }
}
