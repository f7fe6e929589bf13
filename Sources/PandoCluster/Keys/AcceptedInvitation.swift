import Foundation
import Glibc
import ZeroMQ

/// The files that an invitation becomes, in one folder: `NAME.key`, `keyring` and `pando.env`.
package struct AcceptedInvitation: Sendable {
  package let invitation: Invitation
  /// Absolute, so that what names it works anywhere.
  package let directory: String
  /// The endpoints of the coordinators, with commas between them.
  private var places: String {
    invitation.coordinators.map(\.description).joined(separator: ",")
  }

  package var keyPath: String { "\(directory)/\(invitation.name)\(SecretKeyFile.suffix)" }
  package var keyring: KeyringFolder { KeyringFolder(path: "\(directory)/keyring") }
  package var environmentPath: String { "\(directory)/pando.env" }

  /// The text of `pando.env`, as shells and systemd read it.
  package var environment: String {
    """
    PANDO_COORDINATOR='\(places)'
    PANDO_KEYRING='\(keyring.path)'
    PANDO_KEY='\(keyPath)'

    """
  }

  /// The settings that `pando.env` lacks: it was there with others, and stays as it is.
  package var missingSettings: [String] {
    let lines = (try? KeyFiles.read(environmentPath, .open))?.split(separator: "\n") ?? []
    return environment.split(separator: "\n").filter { !lines.contains($0) }.map(String.init)
  }

  /// Writes the files, all that are not there yet. It may be repeated.
  ///
  /// - Throws: An error where a key is there that is another, or the folder cannot be used: then nothing was
  ///   written, or a part, where the system failed.
  package init(_ invitation: Invitation, in directory: String) throws(KeyError) {
    self.invitation = invitation
    self.directory = URL(fileURLWithPath: directory).standardizedFileURL.path
    try check()
    try Self.make(self.directory)
    // The keyring makes itself a folder that everybody may read: its keys are public.
    for (name, file) in invitation.trusted { try keyring.trust(file, name: name) }
    if !KeyFiles.exists(environmentPath) {
      try KeyFiles.write(environment, to: environmentPath, mode: 0o600, mayReplace: false)
    }
    // The secret is the last: where it is, all is.
    if !KeyFiles.exists(keyPath) {
      try KeyFiles.write(
        SecretKeyFile(pair: invitation.pair).text, to: keyPath, mode: 0o600, mayReplace: false)
    }
  }

  private func check() throws(KeyError) {
    guard
      (directory + places).utf8.allSatisfy({
        $0 >= 0x20 && $0 != 0x7F && !"'\\\"$`".utf8.contains($0)
      })
    else {
      throw KeyError(
        .malformed,
        "Could not join in \(directory): this path, or \(places), has a quote, a backslash, a dollar or a "
          + "control character, which shells and systemd read differently. Choose another folder (--directory DIR)."
      )
    }
    if KeyFiles.exists(keyPath) {
      guard try SecretKeyFile(path: keyPath).pair == invitation.pair else {
        throw KeyError(
          .taken,
          "Could not join as \(invitation.name): \(keyPath) holds another key, and stays. Choose another folder "
            + "(--directory DIR).")
      }
    }
    guard KeyFiles.exists(keyring.path) else { return }
    for (name, file) in invitation.trusted {
      try keyring.requireFree(file, name: name)
    }
  }

  /// Makes a folder that only its owner enters, if there is none.
  private static func make(_ path: String) throws(KeyError) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    throw .system("make the folder \(path)")
  }
}
