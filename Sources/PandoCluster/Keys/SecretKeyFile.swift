package import ZeroMQ

/// Both halves of a key pair as they are written down, in a file that only its owner may read.
///
///     # A secret key of Pando. Whoever reads this file can act in its owner's place.
///     public-key Yne@$w-vo<fVvi]a<NY6T1ed:M$fCG*[IaLV{hID
///     secret-key D:)Q[IlAW!ahhC2ac:9*A}h:p?([4%wOTJ%JR%cs
package struct SecretKeyFile: Sendable {
  package let pair: CurveKeyPair

  package init(pair: CurveKeyPair) {
    self.pair = pair
  }

  /// Reads a file, which only its owner may read.
  package init(path: String) throws(KeyError) {
    let text = try KeyFiles.read(path, .secret)
    do throws(KeyFileProblem) {
      try self.init(text: text)
    } catch {
      throw .malformed(path, error)
    }
  }

  /// The ending of such a file's name.
  package static let suffix = ".key"

  /// The file's text.
  package var text: String {
    """
    # A secret key of Pando. Whoever reads this file can act in its owner's place.
    public-key \(pair.publicKey.z85)
    secret-key \(pair.secretKey.z85)

    """
  }

  /// Reads such a text. Throws what is wrong with it.
  package init(text: String) throws(KeyFileProblem) {
    var publicKey: CurveKey?
    var secretKey: CurveSecretKey?
    for line in try KeyLine.read(text) {
      switch line.word {
      case "public-key":
        guard publicKey == nil else { throw .repeated(line: line.number, word: line.word) }
        publicKey = try line.decode { text throws(ZeroMQError) in try CurveKey(z85: text) }
      case "secret-key":
        guard secretKey == nil else { throw .repeated(line: line.number, word: line.word) }
        secretKey = try line.decode { text throws(ZeroMQError) in try CurveSecretKey(z85: text) }
      default: throw .unknownWord(line: line.number, word: line.word)
      }
    }
    guard let secretKey else { throw .missing(word: "secret-key") }
    do throws(ZeroMQError) {
      pair = try CurveKeyPair(secretKey: secretKey)
    } catch {
      throw .malformedKey(line: nil, reason: error.message)
    }
    if let publicKey, publicKey != pair.publicKey { throw .mismatch }
  }
}
