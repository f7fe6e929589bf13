/// An error that says what failed, where, and how to mend it.
///
/// Not errors: a send or a receive that would block, and a peer that cannot be reached. Those are
/// ordinary events, and the calls return them.
public struct ZeroMQError: Error, Hashable, Sendable {
  /// The kind of failure, for a program.
  public var code: Code

  /// The failure in whole sentences, for a person: what was tried, where, why not, what to do.
  public var message: String

  /// The error number of libzmq or of the system; 0 when the failure was found before asking them.
  public var errno: Int32

  /// libzmq's own text for `errno`; empty when that is 0.
  public var reason: String

  /// An error that did not come from libzmq.
  public init(_ code: Code, _ message: String, errno: Int32 = 0) {
    self.code = code
    self.message = message
    self.errno = errno
    self.reason = errno == 0 ? "" : ZeroMQLibrary.text(ofErrorNumber: errno)
  }
}

extension ZeroMQError: CustomStringConvertible {
  /// The message, then what a program or a search needs: the code, `errno` and libzmq's text.
  public var description: String {
    errno == 0 ? "\(message) [\(code)]" : "\(message) [\(code), errno \(errno): \(reason)]"
  }
}
