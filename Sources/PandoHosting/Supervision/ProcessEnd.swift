/// The way in which a worker's process ended.
package enum ProcessEnd: Hashable, Sendable {
  case exited(status: Int32)
  case killed(signal: Int32, name: String)
  /// It said by whom: nil where another process sent the signal.
  indirect case told(ProcessEnd, by: Culprit?)
  /// It never ran; another may.
  case notStarted(reason: String)
  /// It never ran, and none will: its binary cannot be run, or its socket has no place.
  case unstartable(reason: String)
  /// Somebody else in this program took its status.
  case unknown

  /// The exit status of a program that was started as a worker and does not know the role.
  package static let strangerStatus: Int32 = 78

  /// The exit status of a worker that ended itself because a reducer or an effect hung.
  package static let hangStatus: Int32 = 75

  /// True if another start of the same program would end in the same way.
  var isFinal: Bool {
    switch self {
    case .exited(let status): status == Self.strangerStatus
    case .unstartable: true
    case .killed, .told, .notStarted, .unknown: false
    }
  }

  /// The exit status of a process that cannot go on for want of a thread: EX_OSERR.
  package static let shortageStatus: Int32 = 71

  /// The signals that nobody's code brings upon its own process, but others send: SIGHUP, SIGINT, SIGKILL, SIGTERM.
  private static let sentSignals: Set<Int32> = [1, 2, 9, 15]

  /// The end of the link to a worker that was ready.
  package var linkEnd: LinkEnd {
    switch self {
    case .exited(Self.hangStatus): .hung
    case .killed(let signal, _): Self.sentSignals.contains(signal) ? .killed : .died
    case .told(_, let culprit): culprit.map { .crashed($0) } ?? .killed
    case .exited, .notStarted, .unstartable, .unknown: .died
    }
  }
}

extension ProcessEnd: CustomStringConvertible {
  /// The end as a clause: "it exited with status 1".
  package var description: String {
    switch self {
    case .exited(Self.strangerStatus):
      """
      it exited with status 78: the program does not know the worker's role. Make its "@main" type a \
      "PandoProgram", or use ".workers(at:)"
      """
    case .exited(Self.shortageStatus):
      """
      it exited with status 71: the system starts too few threads for it. Raise the limit of this user's processes and \
      threads (ulimit -u), or that of the container or service (TasksMax=)
      """
    case .exited(Self.hangStatus): "it ended itself because a reducer or an effect hung"
    case .exited(let status): "it exited with status \(status)"
    case .killed(_, let name): "it was ended by \(name)"
    case .told(let end, by: .some): "\(end)"
    case .told(let end, by: nil): "\(end), which another process sent"
    case .notStarted(let reason), .unstartable(let reason): "it could not be started: \(reason)"
    case .unknown: "it ended"
    }
  }
}
