import Testing
import ZeroMQ

@testable import PandoCluster

@Suite("The files of keys")
struct KeyFileTests {
  let pair: CurveKeyPair

  init() throws {
    pair = try .generate()
  }

  @Test(
    "a public key's text is read as it was written", arguments: [[], [KeyRole.client, .worker]])
  func publicText(roles: [KeyRole]) throws {
    let file = PublicKeyFile(key: pair.publicKey, roles: Set(roles))
    #expect(try PublicKeyFile(text: file.text) == file)
    #expect(!file.text.contains(pair.secretKey.z85))
  }

  @Test("a secret key's text is read as it was written, with its public half or without")
  func secretText() throws {
    #expect(try SecretKeyFile(text: SecretKeyFile(pair: pair).text).pair == pair)
    #expect(try SecretKeyFile(text: "secret-key \(pair.secretKey.z85)").pair == pair)
  }

  @Test("comments, empty lines and spaces around are passed over")
  func spaces() throws {
    let text =
      "\n# public-key nonsense\r\n  public-key \t\(pair.publicKey.z85)  \r\n\nroles  client\tworker "
    #expect(
      try PublicKeyFile(text: text)
        == PublicKeyFile(key: pair.publicKey, roles: [.client, .worker]))
  }

  @Test("what is wrong with a public key's text is named")
  func problems() throws {
    let key = "public-key \(pair.publicKey.z85)\n"
    let table: [(String, KeyFileProblem)] = [
      ("", .missing(word: "public-key")),
      ("roles client", .missing(word: "public-key")),
      (key + key, .repeated(line: 2, word: "public-key")),
      (key + "roles client\nroles worker", .repeated(line: 3, word: "roles")),
      (key + "rolls client", .unknownWord(line: 2, word: "rolls")),
      (key + "roles clients", .unknownRole(line: 2, word: "clients")),
      (key + "roles Client", .unknownRole(line: 2, word: "Client")),
      (SecretKeyFile(pair: pair).text, .secret(line: 3)),
      (String(repeating: "#", count: 4_097), .tooLong),
    ]
    for (text, problem) in table {
      #expect(throws: problem) { try PublicKeyFile(text: text) }
    }
    let error = #expect(throws: KeyFileProblem.self) { try PublicKeyFile(text: "public-key short") }
    #expect(error?.description.contains("line 1") == true)
  }

  @Test("two halves that do not belong together are refused, and the secret is not shown")
  func mismatch() throws {
    let other = try CurveKeyPair.generate()
    let text = "public-key \(other.publicKey)\nsecret-key \(pair.secretKey.z85)"
    let error = #expect(throws: KeyFileProblem.mismatch) { try SecretKeyFile(text: text) }
    #expect(error?.description.contains(pair.secretKey.z85) == false)
    #expect(throws: KeyFileProblem.missing(word: "secret-key")) {
      try SecretKeyFile(text: "public-key \(other.publicKey)")
    }
  }

  @Test("every problem is told in words")
  func words() {
    let problems: [KeyFileProblem] = [
      .tooLong, .notText, .unknownWord(line: 1, word: "a"), .repeated(line: 2, word: "b"),
      .missing(word: "c"), .malformedKey(line: nil, reason: "d"), .unknownRole(line: 3, word: "e"),
      .secret(line: 4), .mismatch, .noRoles, .name, .sameKey(as: "f"), .unreadable(reason: "g"),
    ]
    #expect(Set(problems.map(\.description)).count == problems.count)
  }
}
