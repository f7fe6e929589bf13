import Logging
import ZeroMQ

/// Tells people who was refused, once for each peer.
final class RefusalReporter {
  private let logger: Logger
  private let keys: LoadedKeys?
  private let role: KeyRole
  private let onRefusal: OnRefusal
  private var log = RefusalLog()

  /// Called for every refusal, told or not, with what explains it.
  typealias OnRefusal = (_ refusal: Refusal, _ explain: () -> Refusal.Explanation) -> Void

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
    onRefusal(refusal) { explain(refusal) }
    switch log.note(refusal) {
    case .tell:
      logger.log(level: refusal.isVague ? .notice : .warning, "\(text(refusal))")
    case .tellThatThereAreMore:
      logger.warning(
        "\(RefusalLog.entriesAtMost) peers were refused; further ones are refused without a line each."
      )
    case .isKnown, .isNothingYet:
      break
    }
  }

  /// A peer has finished its handshake, whether it was let in or not.
  func noteHandshake(from address: String) { log.noteHandshake(from: address) }

  /// Returns the text of a refusal, which goes to the peer too.
  func text(_ refusal: Refusal) -> String { explain(refusal).message }

  private func explain(_ refusal: Refusal) -> Refusal.Explanation {
    guard let keys else { return refusal.explanation(keyring: "KEYRING", ourKey: nil) }
    return refusal.explanation(
      keyring: keys.watch.folder.path, ourKey: keys.pair.publicKey, ourRole: role,
      isReadable: keys.watch.failure == nil)
  }

  func forget() { log.forget() }
}
