import Glibc
package import ZeroMQ

/// The maker of a call or of a session, by the word of the system or of a key, never by its own.
package enum Caller: Hashable, Sendable {
  /// The user that runs this process, or root, over ipc: it may do anything.
  case sameUser
  /// The holder of a key.
  case key(CurveKey, address: String?)

  /// The caller of the distributed function that runs; nil in a call from this process itself.
  @TaskLocal package static var current: Caller?

  /// The key, where it is known by one.
  package var key: CurveKey? {
    if case .key(let key, _) = self { key } else { nil }
  }

  /// The one who sent a message over ipc. Throws who it is when it is another user.
  static func local(_ message: borrowing Message) throws(Refusal) -> Caller {
    let user = message.peerUserNumber
    guard user == geteuid() || user == 0 else {
      throw Refusal(.otherUser(user), from: message.peerAddress, roles: [])
    }
    return .sameUser
  }

  /// Throws why the caller may not do something.
  func require(_ deed: KeyDeed, in keyring: Keyring?) throws(Refusal) {
    guard case .key(let key, let address) = self else { return }
    guard let keyring, keyring.may(key, deed) else {
      throw Refusal(
        Refusal.Cause(key, in: keyring ?? Keyring()), from: address, deed: deed,
        roles: [deed.roles[0]])
    }
  }
}

extension Refusal: Error {}
