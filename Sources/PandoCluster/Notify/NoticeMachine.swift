/// Decides what the service manager that started this process is told of it, and when.
///
/// A notice that could not be sent is due again the next time, with whatever is new by then.
struct NoticeMachine: Equatable {
  /// The stage of the service.
  enum Phase: Equatable {
    case starting
    case ready
    /// It reads again what it was given.
    case reloading
    case stopping
  }

  /// The interval of signs of life; nil where the manager waits for none.
  let signMilliseconds: Int?
  private(set) var phase = Phase.starting
  private var toldPhase = Phase.starting
  private var status: String?
  private var toldStatus: String?
  private var nextSign = 0

  /// - Parameter watchdogMilliseconds: The time without a sign of life after which the manager takes the
  ///   service for stuck; nil where it never does.
  init(watchdogMilliseconds: Int?) {
    signMilliseconds = watchdogMilliseconds.map { max(1, $0 / 2) }
  }

  /// The service is where it is ready for use, or again.
  mutating func becomeReady() {
    if phase != .stopping { phase = .ready }
  }

  /// The service begins to read again what it was given.
  mutating func beginReload() {
    if phase == .ready { phase = .reloading }
  }

  /// The service begins to end: it is never ready again.
  mutating func beginStop() {
    phase = .stopping
  }

  /// Changes the line about the service that people read.
  mutating func describe(_ status: String) {
    self.status = status
  }

  /// Returns the notice that is due; nil when nothing is.
  ///
  /// - Parameter isAlive: True on the thread that is stuck when the service is.
  func notice(isAlive: Bool, now: Int) -> Notice? {
    var notice = Notice()
    if phase != toldPhase { notice.phase = phase }
    if status != toldStatus { notice.status = status }
    // Before it is ready nobody waits for signs of life. While it stops it may drain for longer than the
    // time after which it counts as stuck.
    if isAlive, signMilliseconds != nil, phase != .starting, now >= nextSign {
      notice.isSignOfLife = true
    }
    return notice == Notice() ? nil : notice
  }

  /// A notice was sent.
  mutating func sent(_ notice: Notice, now: Int) {
    if let phase = notice.phase { toldPhase = phase }
    if let status = notice.status { toldStatus = status }
    if notice.isSignOfLife, let signMilliseconds { nextSign = now + signMilliseconds }
  }
}
