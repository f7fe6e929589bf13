import Logging
import ZeroMQ

/// Tells people who was refused, once for each peer.
final class RefusalReporter {
  private let logger: Logger
  private let keys: LoadedKeys?
  private let role: KeyRole
  private let onRefusal: OnRefusal
  private var log = RefusalLog()

  /// Called for every refusal, told or not, with what returns its text.
  typealias OnRefusal = (_ refusal: Refusal, _ text: () -> String) -> Void

  /// - Parameter role: The role that others trust this process with.
  init(
    logger: Logger, keys: LoadedKeys?, role: KeyRole = .coordinator,
    onRefusal: @escaping OnRefusal = { _, _ in }
  ) {
    self.logger = logger
    self.keys = keys
    self.role = role
    self.onRefusal = onRefusal
  }

  func report(_ refusal: Refusal) {
    onRefusal(refusal) { text(refusal) }
    switch log.note(refusal) {
    case .tell:
      // A connection that breaks off, or a scan of ports, is mostly nobody who wants to be let in, and a peer
      // that expects another's key mostly tries ours next.
      let level: Logger.Level =
        switch refusal.cause {
        case .noHandshake, .wrongServerKey: .notice
        case .unknownKey, .otherRoles, .revokedKey, .noKey, .otherUser: .warning
        }
      logger.log(level: level, "\(text(refusal))")
    case .tellThatThereAreMore:
      logger.warning(
        "\(RefusalLog.entriesAtMost) peers were refused; further ones are refused without a line each."
      )
    case .isKnown:
      break
    }
  }

  /// Returns the text of a refusal, which goes to the peer too.
  func text(_ refusal: Refusal) -> String {
    guard let keys else { return refusal.message(keyring: "KEYRING", ourKey: nil) }
    return refusal.message(
      keyring: keys.watch.folder.path, ourKey: keys.pair.publicKey, ourRole: role)
  }

  func forget() { log.forget() }
}
