import Glibc
package import ZeroMQ

/// The two files of a key pair that was just made.
package struct NewKeyFiles: Sendable {
  package let key: CurveKey
  package let secretPath: String
  package let publicPath: String

  /// Makes a pair and writes it down: `NAME.key`, which only its owner may read, and `NAME.pub`.
  ///
  /// - Throws: `.taken` when one of the files is there; then nothing is written.
  package static func make(_ name: String, in directory: String) throws(KeyError) -> NewKeyFiles {
    let base = directory == "." ? name : "\(directory)/\(name)"
    let secretPath = base + SecretKeyFile.suffix
    let publicPath = base + PublicKeyFile.suffix
    let pair: CurveKeyPair
    do throws(ZeroMQError) {
      pair = try .generate()
    } catch {
      throw KeyError(.unreadable, error.message)
    }
    let secretFile = try KeyFiles.write(
      SecretKeyFile(pair: pair).text, to: secretPath, mode: 0o600, mayReplace: false)
    do throws(KeyError) {
      try KeyFiles.write(
        PublicKeyFile(key: pair.publicKey).text, to: publicPath, mode: 0o644, mayReplace: false)
    } catch {
      secretFile.remove(secretPath)
      throw error
    }
    return NewKeyFiles(key: pair.publicKey, secretPath: secretPath, publicPath: publicPath)
  }
}
