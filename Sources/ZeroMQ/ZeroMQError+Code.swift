extension ZeroMQError {
  /// The kind of a failure. The set is open: later versions may add to it, so a `switch` needs a
  /// `default`.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The code's name, as below.
    public let description: String

    init(_ description: String) {
      self.description = description
    }

    /// Something else listens there already.
    public static let endpointTaken = Code("endpointTaken")
    /// The endpoint is not well formed, or not one that can be used in this way.
    public static let invalidEndpoint = Code("invalidEndpoint")
    /// The endpoint is well formed, but this machine has no such address.
    public static let addressUnavailable = Code("addressUnavailable")
    /// Others could replace the socket in the directory that an endpoint names.
    public static let unsafeDirectory = Code("unsafeDirectory")
    /// The system refuses this user the file or the address.
    public static let permissionDenied = Code("permissionDenied")
    /// An option or argument is outside of what libzmq accepts.
    public static let invalidOption = Code("invalidOption")
    /// A CURVE key is malformed, or two keys do not belong together.
    public static let invalidKey = Code("invalidKey")
    /// The libzmq that is installed was built without what was asked for.
    public static let notSupported = Code("notSupported")
    /// The socket's context was shut down, or is gone.
    public static let terminated = Code("terminated")
    /// The socket's kind does not do this, or not now (a REQ socket that sends twice, say).
    public static let wrongState = Code("wrongState")
    /// The socket's own receive timeout passed in a call that has to return a message.
    public static let timedOut = Code("timedOut")
    /// No socket or file descriptor is left.
    public static let tooManySockets = Code("tooManySockets")
    /// The system starts no more threads.
    public static let tooManyThreads = Code("tooManyThreads")
    /// A message of a peer or of the library does not follow the protocol.
    public static let malformedMessage = Code("malformedMessage")
    /// Anything else that the system reports; `errno` says what.
    public static let system = Code("system")
  }
}
