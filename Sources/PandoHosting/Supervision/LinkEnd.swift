/// The way in which a client's use of a worker ended.
package enum LinkEnd: Hashable, Sendable {
  /// Its process ended, or the connection was lost, and more is not known. The actions that it was reducing are suspects.
  case died

  /// Its process ended, and it said by whom.
  case crashed(Culprit)

  /// Somebody else ended its process, or the system did as memory ran out. What ran is a suspect only where that happens
  /// again and again.
  case killed

  /// It stayed at one action for longer than the features that it hosts allow, or an effect that was cancelled did not end.
  case hung

  /// It broke the protocol, or its answers do not fit.
  case refused

  /// It said more than could be read. An action may be why, or may only have a longer answer than those before.
  case overran

  /// It said that it stops, or that another client's code has crashed it, or it was never used. Nothing that it was
  /// reducing is a suspect.
  case left

  /// True if any action that the worker was reducing may be why it ended.
  package var makesSuspects: Bool { self != .left }
}
