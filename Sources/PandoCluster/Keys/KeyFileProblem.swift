/// Why the text of a key's file cannot be used.
package enum KeyFileProblem: Error, Hashable, Sendable {
  case tooLong
  case notText
  case unknownWord(line: Int, word: String)
  case repeated(line: Int, word: String)
  case missing(word: String)
  /// The line is nil where the whole file is meant.
  case malformedKey(line: Int?, reason: String)
  case unknownRole(line: Int, word: String)
  /// A secret key is where a public one should be.
  case secret(line: Int)
  /// Two halves that do not belong together.
  case mismatch
  /// A key of a keyring that gives no role.
  case noRoles
  /// The file's name cannot be the name of a key.
  case name
  /// The same key is in another file, too.
  case sameKey(as: String)
  /// The system does not let it be read, or others may write to it.
  case unreadable(reason: String)
}

extension KeyFileProblem: CustomStringConvertible {
  /// Completes "the file ...", and says how to mend it.
  package var description: String {
    switch self {
    case .tooLong: "has more than \(PublicKeyFile.bytesAtMost) bytes; no key's file is so long"
    case .notText: "is not text"
    case .unknownWord(let line, let word):
      "begins its line \(line) with \"\(word.prefix(32))\"; known are public-key, secret-key and roles"
    case .repeated(let line, let word): "says \(word) again in line \(line); say it once"
    case .missing(let word): "has no line that begins with \(word)"
    case .malformedKey(let line, let reason):
      "holds no usable key\(line.map { " in line \($0)" } ?? ""): \(reason)"
    case .unknownRole(let line, let word):
      "names the role \"\(word.prefix(32))\" in line \(line); there are \(KeyRole.list)"
    case .secret(let line):
      "holds a secret key in line \(line). Take it out of the keyring, and make a new pair: others may "
        + "have read it"
    case .mismatch: "holds a public key that does not belong to its secret key"
    case .noRoles: "gives its key no role; add a line such as \"roles client\""
    case .name:
      "has a name that no key may have: letters, digits, \".\", \"-\" and \"_\", 64 at most, "
        + "not beginning with a dot"
    case .sameKey(let other):
      "holds the same key as \(other); what counts are the roles that both give. Remove one of them"
    case .unreadable(let reason): reason
    }
  }
}
