/// Why a call of the control plane failed.
///
/// One that is thrown on the other side arrives as it is; any other error arrives as `failed`.
package enum ControlError: Error, Codable, Hashable, Sendable {
  /// No answer came: nobody listens there, the connection was lost, or the time passed.
  case unreachable(endpoint: String, reason: String)
  /// Something may listen there, but the two sides will not talk with each other: a key is not admitted or not trusted,
  /// or the endpoint cannot be used. Never sent.
  case rejected(endpoint: String, reason: String)
  /// The process answers, but serves no actor of that name.
  case unknownActor(String)
  /// The actor has no such distributed function.
  case unknownTarget(String, actor: String)
  /// A distributed function is generic, and types do not cross.
  case genericTarget(String)
  /// The bytes of an argument or of a result do not fit its type.
  case malformed(String)
  /// The two sides share no version of the protocol.
  case noSharedVersion(theirs: String, ours: String)
  /// A call or a result has more bytes than a message may have.
  case tooLarge(bytes: Int, limit: Int)
  /// As many calls are waiting as may.
  case tooManyCalls(limit: Int)
  /// The coordinator will not do what was asked, and says why.
  case refused(String)
  /// The coordinator's registry is away: another coordinator may do it, or this one later.
  case unavailable(String)
  /// The actor threw an error that does not cross as itself.
  case failed(String)
  /// A tcp endpoint would have been open to everybody, or to whoever listens there.
  case networkWithoutKeys(endpoint: String)
  /// The actor system was shut down.
  case shutDown
}
