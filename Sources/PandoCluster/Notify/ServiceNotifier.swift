import Glibc
package import Logging
import Synchronization

/// Tells the service manager that started this process how it is: ready, alive, reloading, stopping.
///
/// It speaks the protocol of sd_notify(3) by itself. Every function may be called on any thread and waits
/// for nobody.
package final class ServiceNotifier: Sendable {
  private struct State {
    var machine: NoticeMachine
    var hasFailed = false
  }

  private let socket: NotifySocket
  private let state: Mutex<State>
  private let logger: Logger

  /// The longest time that may pass between two calls of `signalLife`, so that every sign of life is in time.
  let signMilliseconds: Int

  init(_ socket: NotifySocket, watchdogMilliseconds: Int?, logger: Logger) {
    self.socket = socket
    self.logger = logger
    let machine = NoticeMachine(watchdogMilliseconds: watchdogMilliseconds)
    signMilliseconds = machine.signMilliseconds.map { max(1, $0 / 2) } ?? .max
    state = Mutex(State(machine: machine))
  }

  /// Takes over what the environment says about the service manager; nil where there is none. What this
  /// process starts does not speak for it, so the variables are taken away.
  package static func adopt(logger: Logger) -> ServiceNotifier? {
    defer { for name in ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"] { unsetenv(name) } }
    guard let name = variable("NOTIFY_SOCKET") else { return nil }
    do throws(NotifyProblem) {
      return ServiceNotifier(
        try NotifySocket(name), watchdogMilliseconds: watchdogMilliseconds(), logger: logger)
    } catch {
      logger.warning("\(error)")
      return nil
    }
  }

  private static func variable(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  /// The time without a sign of life after which the manager ends this process; nil where it waits for
  /// another's, or for none.
  private static func watchdogMilliseconds() -> Int? {
    guard let microseconds = variable("WATCHDOG_USEC").flatMap(Int.init), microseconds > 0 else {
      return nil
    }
    if let process = variable("WATCHDOG_PID"), Int32(process) != getpid() { return nil }
    return max(1, microseconds / 1_000)
  }

  /// The service answers: called again and again on the thread that is stuck when the service is. The
  /// first call makes it ready.
  ///
  /// - Parameter status: A line about the service, for people.
  package func signalLife(status: String) {
    tell(isAlive: true) { machine in
      if machine.phase == .starting { machine.becomeReady() }
      machine.describe(status)
    }
  }

  /// The service begins to read again what it was given.
  package func reloading() {
    tell { $0.beginReload() }
  }

  /// The service has read again what it was given.
  package func reloaded() {
    tell { machine in if machine.phase == .reloading { machine.becomeReady() } }
  }

  /// The service begins to end.
  package func stopping() {
    tell { $0.beginStop() }
  }

  private func tell(isAlive: Bool = false, _ change: (inout NoticeMachine) -> Void) {
    let problem = state.withLock { state -> Int32? in
      change(&state.machine)
      let now = MonotonicClock.nowMilliseconds()
      guard let notice = state.machine.notice(isAlive: isAlive, now: now) else { return nil }
      switch socket.send(notice.text(nowMicroseconds: MonotonicClock.nowMicroseconds())) {
      case .sent:
        state.machine.sent(notice, now: now)
        state.hasFailed = false
      case .later: break
      case .failed(let number):
        defer { state.hasFailed = true }
        return state.hasFailed ? nil : number
      }
      return nil
    }
    // A log handler is a user's code.
    if let problem {
      logger.warning(
        "The service manager hears nothing of this process: \(String(cString: strerror(problem)))")
    }
  }
}
