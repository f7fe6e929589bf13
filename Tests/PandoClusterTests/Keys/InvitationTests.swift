import Foundation
import PandoWire
import Testing
import ZeroMQ

@testable import PandoCluster

@Suite("An invitation")
struct InvitationTests {
  let keys: TestKeys
  let coordinators: [Endpoint]

  init() throws {
    keys = try TestKeys([
      "c": [.coordinator, .worker], "w1": [.worker], "app": [.client, .operator],
      "monitor": [.probe],
    ])
    coordinators = [try Endpoint("tcp://10.0.0.7:7610"), try Endpoint("tcp://[fd00::7]:7610")]
  }

  private func invite(_ roles: Set<KeyRole> = [.worker]) throws -> Invitation {
    try Invitation("w2", as: roles, coordinators: coordinators, keyring: keys.folder)
  }

  private func problem(_ token: String) -> String? {
    do throws(KeyError) {
      _ = try Invitation(token: token)
      return nil
    } catch {
      return error.message
    }
  }

  /// Returns a token with another document, and the checksum that belongs to it.
  private func token(_ change: (inout [String: Any]) -> Void) throws -> String {
    let token = try invite().token
    var base64 = String(
      token.split(separator: ".")[1].replacing("-", with: "+").replacing("_", with: "/"))
    base64 += String(repeating: "=", count: (4 - base64.count % 4) % 4)
    let json = try JSONSerialization.jsonObject(with: try #require(Data(base64Encoded: base64)))
    var document = try #require(json as? [String: Any])
    change(&document)
    return seal(try JSONSerialization.data(withJSONObject: document))
  }

  private func seal(_ payload: Data) -> String {
    let text = payload.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
    var hash = StableHash()
    hash.mix(bytes: text.utf8)
    let digits = String(hash.value, radix: 16)
    return "pando1.\(text).\(String(repeating: "0", count: 16 - digits.count))\(digits)"
  }

  @Test("is read as it was written, and has the keys that its holder meets, with those roles alone")
  func roundTrip() throws {
    let worker = try invite()
    #expect(worker.trusted.map(\.name) == ["app", "c", "monitor"])
    #expect(
      worker.trusted.map(\.file.roles) == [[.client, .operator], [.coordinator], [.probe]])
    let read = try Invitation(token: worker.token)
    #expect(read == worker && read.pair == worker.pair && read.coordinators == coordinators)
    #expect(worker.token.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
    let client = try invite([.client])
    #expect(client.trusted.map(\.name) == ["c", "w1"])
    #expect(client.pair != worker.pair)
    #expect(client.publicFile.roles == [.client])
  }

  @Test("one without a coordinator to trust, or with more keys than a token takes, is not made")
  func unmakable() throws {
    try keys.revoke("c")
    #expect(throws: KeyError.self) { try invite() }
    try keys.trust("c", [.coordinator])
    for number in 0...Invitation.keysAtMost {
      let key = try CurveKey(
        bytes: (0..<32).map { UInt8(truncatingIfNeeded: number >> ($0 % 2 * 8)) })
      try Data(PublicKeyFile(key: key, roles: [.client]).text.utf8).write(
        to: URL(fileURLWithPath: "\(keys.folder.path)/k\(number).pub"))
    }
    let error = #expect(throws: KeyError.self) { try invite() }
    #expect(error?.message.contains("too many for a token") == true)
  }

  @Test("one that is cut off or changed anywhere is refused as damaged")
  func damaged() throws {
    let token = try invite().token
    for count in stride(from: 8, to: token.count, by: 7) {
      #expect(problem(String(token.prefix(count)))?.contains("damaged") == true, "\(count)")
    }
    for index in stride(from: 8, to: token.utf8.count, by: 11) {
      var bytes = Array(token.utf8)
      bytes[index] = bytes[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
      #expect(problem(String(decoding: bytes, as: UTF8.self)) != nil, "\(index)")
    }
    #expect(problem(token + "x")?.contains("damaged") == true)
    #expect(problem(token + "." + token)?.contains("damaged") == true)
  }

  @Test("one of another version, or that is none, says so")
  func otherVersion() throws {
    let token = try invite().token
    let other = problem("pando2" + token.dropFirst(6))
    #expect(other?.contains("begins with pando2, and this build reads pando1") == true)
    for text in ["", "pando1", "pando", "hello", ".", "..", "pandox.a.b"] {
      #expect(problem(text) != nil, "\(text)")
    }
    #expect(problem(String(repeating: "a", count: 1 << 20))?.contains("more than") == true)
  }

  @Test("a hostile one is refused: names that are paths, no roles, other places, keys without end")
  func hostile() throws {
    let key: [String: Any] = [
      "name": "a", "key": try keys.publicKey("w1").z85, "roles": ["coordinator"],
    ]
    func with(_ property: String, _ value: Any) -> [String: Any] {
      key.merging([property: value]) { $1 }
    }
    let wrong: [(String, Any)] = [
      ("name", "../w2"), ("name", ".w2"), ("name", "a/b"), ("name", ""), ("name", 7),
      ("name", String(repeating: "a", count: 65)), ("roles", [String]()), ("roles", ["boss"]),
      ("secret", "abc"), ("coordinator", "ipc:///tmp/c"), ("coordinator", "tcp://*:7610"),
      ("coordinator", ""), ("coordinator", "tcp://a:1 PANDO_KEY=b"),
      ("coordinator", (0..<17).map { "tcp://a:\($0 + 1)" }.joined(separator: ",")),
      ("keys", [with("name", "../../etc/x")]), ("keys", [with("key", "abc")]),
      ("keys", [with("roles", ["boss"])]), ("keys", [with("roles", [String]())]),
      ("keys", [key, key]), ("keys", [key, with("name", "b")]),
      ("keys", (0...Invitation.keysAtMost).map { _ in key }), ("keys", "none"),
    ]
    for (property, value) in wrong {
      let token = try token { $0[property] = value }
      #expect(
        problem(token)?.hasPrefix("The invitation cannot be used") == true, "\(property) \(value)")
    }
    for text in ["", "[]", "{}", String(repeating: "[", count: 100_000)] {
      #expect(problem(seal(Data(text.utf8))) != nil)
    }
  }

  // MARK: - Files

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test("becomes a secret, a keyring and settings, as often as it is accepted")
  func accepted() throws {
    let invitation = try Invitation(token: invite().token)
    let folder = "\(keys.path)/there"
    for _ in 0..<2 {
      let accepted = try AcceptedInvitation(invitation, in: folder)
      #expect(try SecretKeyFile(path: accepted.keyPath).pair == invitation.pair)
      #expect(try mode(accepted.keyPath) == 0o600)
      #expect(try mode(accepted.keyring.path) == 0o755, "public keys, for the worker's user too")
      #expect(accepted.missingSettings == [])
      let keyring = try accepted.keyring.read()
      #expect(keyring.problems.isEmpty && keyring.keyring.entries.count == 3)
      #expect(
        try text(accepted.environmentPath) == """
          PANDO_COORDINATOR='tcp://10.0.0.7:7610,tcp://[fd00::7]:7610'
          PANDO_KEYRING='\(folder)/keyring'
          PANDO_KEY='\(folder)/w2.key'

          """)
    }
    // Broken off before the end, it goes on.
    for file in ["w2.key", "pando.env", "keyring/c.pub"] {
      unlink("\(folder)/\(file)")
      _ = try AcceptedInvitation(invitation, in: folder)
      #expect(access("\(folder)/\(file)", F_OK) == 0)
    }
  }

  @Test(
    "replaces no key that is another, and then writes nothing",
    arguments: ["w2.key", "keyring/c.pub"])
  func taken(_ file: String) throws {
    let folder = "\(keys.path)/there"
    let other = try KeyedFolder(folder, file)
    let error = #expect(throws: KeyError.self) { try AcceptedInvitation(invite(), in: folder) }
    #expect(error?.code == .taken, "\(String(describing: error))")
    #expect(try text("\(folder)/\(file)") == other.text)
    for name in ["w2.key", "pando.env", "keyring/c.pub", "keyring/app.pub"] where name != file {
      #expect(access("\(folder)/\(name)", F_OK) != 0, "\(name)")
    }
  }

  /// A folder with one file that is not that of an invitation.
  private struct KeyedFolder {
    let text: String

    init(_ folder: String, _ file: String) throws {
      try FileManager.default.createDirectory(
        atPath: folder + "/keyring", withIntermediateDirectories: true)
      let pair = try CurveKeyPair.generate()
      text =
        switch file {
        case "w2.key": SecretKeyFile(pair: pair).text
        default: PublicKeyFile(key: pair.publicKey, roles: [.coordinator]).text
        }
      try text.write(toFile: "\(folder)/\(file)", atomically: false, encoding: .utf8)
      chmod("\(folder)/\(file)", 0o600)
    }
  }

  @Test("leaves settings as they are that others wrote, and says which they lack")
  func otherSettings() throws {
    let folder = "\(keys.path)/there"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let coordinator = "PANDO_COORDINATOR='tcp://10.0.0.7:7610,tcp://[fd00::7]:7610'"
    let settings = "PANDO_LOG_LEVEL=debug\n\(coordinator)\n"
    try settings.write(toFile: folder + "/pando.env", atomically: false, encoding: .utf8)
    let accepted = try AcceptedInvitation(Invitation(token: invite().token), in: folder)
    #expect(try text(accepted.environmentPath) == settings)
    #expect(
      accepted.missingSettings == [
        "PANDO_KEYRING='\(folder)/keyring'", "PANDO_KEY='\(folder)/w2.key'",
      ])
    #expect(access(accepted.keyPath, F_OK) == 0)
  }

  @Test("is not accepted in a folder whose path shells and systemd read differently")
  func oddFolder() throws {
    let error = #expect(throws: KeyError.self) {
      try AcceptedInvitation(invite(), in: "\(keys.path)/a'b")
    }
    #expect(error?.message.contains("a quote") == true)
    #expect(access("\(keys.path)/a'b", F_OK) != 0)
  }
}
