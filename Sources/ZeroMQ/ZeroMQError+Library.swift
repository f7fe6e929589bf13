import CZeroMQ
import Glibc

extension ZeroMQError {
  /// The failure of the libzmq call that has just returned; `what` completes "could not ...".
  @inline(never)
  static func library(_ what: String, code: Code? = nil, mend: String? = nil) -> ZeroMQError {
    failed(what, errno: zmq_errno(), code: code, mend: mend)
  }

  /// The failure of the system call that has just returned; `what` completes "could not ...".
  @inline(never)
  static func system(_ what: String, code: Code? = nil, mend: String? = nil) -> ZeroMQError {
    failed(what, errno: Glibc.errno, code: code, mend: mend)
  }

  private static func failed(
    _ what: String, errno: Int32, code: Code?, mend: String?
  ) -> ZeroMQError {
    let (usualCode, usualMend) = usual(errno)
    var error = ZeroMQError(code ?? usualCode, "", errno: errno)
    error.message = "Could not \(what): \(error.reason)."
    if let mend = mend ?? usualMend { error.message += " \(mend)" }
    return error
  }

  private static func usual(_ errno: Int32) -> (code: Code, mend: String?) {
    switch errno {
    case EADDRINUSE:
      (.endpointTaken, "Stop the program that listens there, or choose another endpoint.")
    case EADDRNOTAVAIL, ENODEV:
      (
        .addressUnavailable,
        "Use an address or interface of this machine (127.0.0.1, say), or * for all."
      )
    case EACCES, EPERM:
      (.permissionDenied, "Use another endpoint, or run as a user who may use this one.")
    case ETERM:
      (
        .terminated,
        "The socket's Context was shut down or has gone; keep it as long as its sockets work."
      )
    case EFSM:
      (.wrongState, "A REQ or REP socket sends and receives in turn.")
    case EMFILE, ENFILE:
      (
        .tooManySockets,
        "Raise the descriptor limit (DescriptorLimit.raise), or the context's maxSockets."
      )
    case EINVAL:
      (.invalidOption, nil)
    case ENOTSUP, EPROTONOSUPPORT, ENOCOMPATPROTO:
      (.notSupported, nil)
    default:
      (.system, nil)
    }
  }
}
