/// Why a coordinator does not do what it is asked, by who can mend that.
enum CoordinatorTrouble: Equatable {
  /// Nobody answers there.
  case absence
  /// It answers, and cannot do it now: its registry is away, or it has too many calls.
  case shortage
  /// It refuses, or is not trusted. Whoever has a keyring mends that, while this process runs.
  case refusal
  /// The two share no version of the protocol: another build of one of them mends that.
  case version

  init(_ error: any Error) {
    self =
      switch error as? ControlError {
      case .unreachable: .absence
      case .unavailable, .tooManyCalls: .shortage
      case .noSharedVersion: .version
      default: .refusal
      }
  }
}

/// A refusal that lasts for as long as a worker's process does, which ends with it.
package struct LastingRefusal: Error, CustomStringConvertible {
  package let description: String

  /// The exit status of the process: EX_PROTOCOL. To start the same build again helps nobody.
  package static let exitStatus: Int32 = 76
}
