extension ControlError: CustomStringConvertible {
  /// A sentence that says what failed, where, and how to mend it.
  package var description: String {
    switch self {
    case .unreachable(let endpoint, let reason):
      "Could not reach \(endpoint): \(reason)"
    case .rejected(let endpoint, let reason):
      "Could not use \(endpoint): \(reason)"
    case .unknownActor(let name):
      "There is no actor \"\(name)\" at that endpoint. Check that it is the endpoint of the "
        + "process that was meant."
    case .unknownTarget(let target, let actor):
      "The actor \"\(actor)\" has no distributed function \(target). "
        + "Run the same version of the program on both sides."
    case .genericTarget(let type):
      "A distributed function with a generic parameter (here \(type)) cannot be called over "
        + "ZeroMQ. Give the parameter a concrete Codable type."
    case .malformed(let problem):
      "The bytes of a call do not fit: \(problem). "
        + "Run the same version of the program on both sides."
    case .noSharedVersion(let theirs, let ours):
      "The other side speaks \(theirs) of the control protocol, and this side \(ours). "
        + "Run versions of the program on both sides that share one."
    case .tooLarge(let bytes, let limit):
      "A message of \(bytes) bytes is larger than the limit of \(limit). "
        + "Send less at once, or raise the limits of ControlLimits on both sides."
    case .tooManyCalls(let limit):
      "As many calls are waiting as may (\(limit)). "
        + "Call less often, or raise the limit in ControlLimits."
    case .refused(let reason), .unavailable(let reason):
      reason
    case .failed(let description):
      "The call failed on the other side: \(description)"
    case .networkWithoutKeys(let endpoint):
      "Will not use \(endpoint) without CURVE keys: anybody who reaches it could, on this machine too. "
        + "Give it keys (--keyring DIR --key FILE, or PANDO_KEYRING and PANDO_KEY), or use "
        + "ipc:///path."
    case .shutDown:
      "The actor system was shut down. Make a new one."
    }
  }
}
