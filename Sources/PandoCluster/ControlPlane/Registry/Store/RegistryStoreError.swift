/// Why a store did not do what it was asked for.
package enum RegistryStoreError: Error, Equatable, Sendable {
  /// Nobody answered, or one who cannot. Whether it was done is not known.
  case away(String)
  /// It answered that it will not do that: it is full or has too much to do, or what it was asked for is too large.
  /// Nothing was done, and other calls may well succeed.
  case refused(String)
  /// The lease is over.
  case leaseGone
  /// It will not talk to us: the user, the password or the certificate is not right.
  case denied(String)
  /// The history that a watch asked for was thrown away meanwhile.
  case compacted
  case cancelled
}

extension RegistryStoreError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .away(let reason), .refused(let reason): reason
    case .leaseGone: "the lease is over"
    case .denied(let reason): reason
    case .compacted: "the history that was asked for is gone"
    case .cancelled: "the call was cancelled"
    }
  }
}
