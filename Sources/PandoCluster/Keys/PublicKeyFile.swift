package import ZeroMQ

/// A public key as it is written down: in a file of its own, or in a keyring, with roles.
///
///     # A public key of Pando. It may be shown to anyone.
///     public-key Yne@$w-vo<fVvi]a<NY6T1ed:M$fCG*[IaLV{hID
///     roles client worker
package struct PublicKeyFile: Hashable, Sendable {
  package var key: CurveKey
  /// The roles that a keyring gives to its holder; a key that was just made has none.
  package var roles: Set<KeyRole>

  package init(key: CurveKey, roles: Set<KeyRole> = []) {
    self.key = key
    self.roles = roles
  }

  /// The ending of such a file's name.
  package static let suffix = ".pub"
  /// No such file is longer.
  package static let bytesAtMost = 4_096

  /// The file's text.
  package var text: String {
    let roles = KeyRole.allCases.filter(roles.contains).map(\.rawValue)
    return """
      # A public key of Pando. It may be shown to anyone.
      public-key \(key.z85)

      """ + (roles.isEmpty ? "" : "roles \(roles.joined(separator: " "))\n")
  }

  /// Reads such a text. Throws what is wrong with it.
  package init(text: String) throws(KeyFileProblem) {
    var key: CurveKey?
    var roles: Set<KeyRole>?
    for line in try KeyLine.read(text) {
      switch line.word {
      case "public-key":
        guard key == nil else { throw .repeated(line: line.number, word: line.word) }
        key = try line.decode { text throws(ZeroMQError) in try CurveKey(z85: text) }
      case "roles":
        guard roles == nil else { throw .repeated(line: line.number, word: line.word) }
        roles = try Self.roles(line)
      case "secret-key": throw .secret(line: line.number)
      default: throw .unknownWord(line: line.number, word: line.word)
      }
    }
    guard let key else { throw .missing(word: "public-key") }
    self.init(key: key, roles: roles ?? [])
  }

  private static func roles(_ line: KeyLine) throws(KeyFileProblem) -> Set<KeyRole> {
    var roles: Set<KeyRole> = []
    for word in line.rest.split(whereSeparator: { $0 == " " || $0 == "\t" }) {
      guard let role = KeyRole(rawValue: String(word)) else {
        throw .unknownRole(line: line.number, word: String(word))
      }
      roles.insert(role)
    }
    return roles
  }
}

extension PublicKeyFile {
  /// Reads a file.
  ///
  /// - Parameter isChecked: False where nothing is believed that it says, whoever may have written it.
  package init(path: String, isChecked: Bool = true) throws(KeyError) {
    let text = try KeyFiles.read(path, isChecked ? .open : nil)
    do throws(KeyFileProblem) {
      try self.init(text: text)
    } catch {
      throw .malformed(path, error)
    }
  }

  /// Reads a file that a person named, who may have meant the other half of the pair.
  package init(namedByPerson path: String) throws(KeyError) {
    let text = try KeyFiles.read(path, .open)
    do throws(KeyFileProblem) {
      try self.init(text: text)
    } catch {
      guard case .secret = error else { throw .malformed(path, error) }
      let isPlain = path.hasSuffix(SecretKeyFile.suffix)
      let other =
        isPlain ? path.dropLast(SecretKeyFile.suffix.utf8.count) + Self.suffix : "NAME.pub"
      throw KeyError(
        .malformed,
        "\(path) is the secret half; give \(other), which \"pando keys new\" made beside it.")
    }
  }
}
