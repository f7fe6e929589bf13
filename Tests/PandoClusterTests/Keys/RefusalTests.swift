import Testing
import ZeroMQ

@testable import PandoCluster

@Suite("What is told of those who were refused")
struct RefusalTests {
  let key: CurveKey
  let ours: CurveKey

  init() throws {
    key = try CurveKeyPair.generate().publicKey
    ours = try CurveKeyPair.generate().publicKey
  }

  private func message(_ refusal: Refusal) -> String {
    explanation(refusal).message
  }

  private func explanation(
    _ refusal: Refusal, isReadable: Bool = true
  ) -> Refusal.Explanation {
    refusal.explanation(keyring: "/etc/pando/keyring", ourKey: ours, isReadable: isReadable)
  }

  @Test("behind the name of a peer stands what it tried and why not, and apart what allows it")
  func clause() {
    let unknown = explanation(
      Refusal(.unknownKey(key), from: "10.0.0.9", deed: .join, roles: [.worker]))
    #expect(
      unknown.clause
        == "was refused when it tried to join as a worker from 10.0.0.9: it is not in the keyring "
        + "/etc/pando/keyring")
    #expect(unknown.remedy?.hasPrefix("To allow it: pando keys trust ") == true)
    #expect(unknown.message.hasSuffix(unknown.remedy ?? "-"))
    let broken = explanation(Refusal(.noHandshake, from: nil, roles: [.worker]))
    #expect(broken.remedy == nil && broken.message.hasSuffix("was done."))
  }

  @Test("nobody is told to trust a key anew while the keyring cannot be read")
  func unreadable() {
    let revoked = Refusal(
      .revokedKey(key, name: "w1", [.worker]), from: "10.0.0.9", deed: .join, roles: [.worker])
    #expect(explanation(revoked).clause.hasSuffix("it was revoked"))
    let blind = explanation(revoked, isReadable: false)
    #expect(blind.clause.contains("the keyring /etc/pando/keyring cannot be read"))
    #expect(!blind.message.contains("keys trust") && !blind.message.contains("revoked"))
  }

  @Test("an unknown key: what was tried, by whom, and the command that allows it")
  func unknown() {
    let text = message(
      Refusal(.unknownKey(key), from: "10.0.0.9", deed: .join, roles: [.worker]))
    #expect(text.contains("10.0.0.9"))
    #expect(text.contains("join as a worker"))
    #expect(
      text.contains(
        "pando keys trust --public-key='\(key)' --name NAME --role worker "
          + "--keyring '/etc/pando/keyring'"))
  }

  @Test("a key with another role keeps it in the command that gives it one more")
  func otherRole() {
    let text = message(
      Refusal(
        .otherRoles(key, name: "app", [.client]), from: "10.0.0.9", deed: .join, roles: [.worker]))
    #expect(text.contains("--name app --role client --role worker --keyring"))
  }

  @Test(
    "the command gives what is lacking beside what a key has, also where that is for a person to choose"
  )
  func severalRoles() {
    let has: [KeyRole] = [.client, .worker, .operator]
    let other = message(
      Refusal(.otherRoles(key, name: "app", [.coordinator]), from: nil, roles: has))
    #expect(other.contains("--name app --role coordinator --role ROLE --keyring"))
    #expect(other.contains("ROLE is one of client, worker, operator"))
    let unknown = message(Refusal(.unknownKey(key), from: nil, roles: has))
    #expect(unknown.contains("--name NAME --role ROLE --keyring"))
  }

  @Test("a revoked key is told as such, with the command that gives it back what it had")
  func revoked() {
    let had: Set<KeyRole> = [.client, .operator]
    let text = message(
      Refusal(.revokedKey(key, name: "app", had), from: nil, roles: [.client, .worker, .operator]))
    #expect(text.contains("its key, app, was revoked"))
    #expect(text.contains("--name app --role client --role operator --keyring"))
    let joins = message(
      Refusal(.revokedKey(key, name: "app", had), from: nil, deed: .join, roles: [.worker]))
    #expect(joins.contains("--name app --role client --role worker --role operator --keyring"))
  }

  @Test("who comes without a key, or takes us for another, hears what to do")
  func others() {
    #expect(message(Refusal(.noKey, from: nil, roles: [.client])).contains("pando keys new"))
    #expect(message(Refusal(.wrongServerKey, from: nil, roles: [.client])).contains(ours.z85))
    #expect(message(Refusal(.otherUser(7), from: nil, roles: [])).contains("user 7"))
    #expect(message(Refusal(.noHandshake, from: "10.0.0.9:5", roles: [])).contains("10.0.0.9:5"))
  }

  @Test("each peer is told of once for each thing that it tries, however often it tries")
  func once() {
    var log = RefusalLog()
    let join = Refusal(.unknownKey(key), from: "10.0.0.9:1", deed: .join, roles: [.worker])
    let again = Refusal(.unknownKey(key), from: "10.0.0.9:2", deed: .join, roles: [.worker])
    let place = Refusal(.unknownKey(key), from: "10.0.0.9:3", deed: .place, roles: [.client])
    #expect([join, again, place, join].map { log.note($0) } == [.tell, .isKnown, .tell, .isKnown])
    // Without a key a peer is its address, whatever the port.
    let keyless = (1...3).map { Refusal(.noKey, from: "10.0.0.9:\($0)", roles: [.client]) }
    #expect(keyless.map { log.note($0) } == [.tell, .isKnown, .isKnown])
    // One that has gone before it could be looked at may be the same.
    #expect(log.note(Refusal(.noKey, from: nil, roles: [.client])) == .isKnown)
    #expect(log.note(Refusal(.wrongServerKey, from: nil, roles: [.client])) == .tell)
    log.forget()
    #expect(log.note(join) == .tell)
  }

  @Test(
    "a peer without a key is told of three times at most, in whichever order its refusals come",
    arguments: [
      [.goneKeyless, .goneEarly, .keyless, .early], [.early, .goneKeyless, .goneEarly, .keyless],
      [.goneEarly, .early, .goneKeyless, .keyless], [.keyless, .early, .goneEarly, .goneKeyless],
    ] as [[Keyless]])
  func withoutKey(refusals: [Keyless]) {
    var log = RefusalLog()
    let told = (refusals + refusals).filter { refusal in
      var verdict = log.note(refusal.refusal)
      // A handshake that breaks off once is nothing.
      if verdict == .isNothingYet {
        for _ in 1..<RefusalLog.breaksAtLeast { verdict = log.note(refusal.refusal) }
      }
      return verdict == .tell
    }
    #expect(told.contains(.keyless))
    #expect(told.count <= 3)
    // What closes before its handshake is no news of a peer that is known to have no key.
    if let early = told.firstIndex(of: .early), let keyless = told.firstIndex(of: .keyless) {
      #expect(early < keyless)
    }
    let elsewhere = Refusal(.noHandshake, from: "10.0.0.10:5", roles: [.client])
    let verdicts = (1...4).map { _ in log.note(elsewhere) }
    #expect(verdicts == [.isNothingYet, .isNothingYet, .tell, .isKnown])
  }

  @Test(
    "handshakes that break off are told of when three in a row came from one host",
    arguments: [("10.0.0.9", "10.0.0.9"), ("[fe80::9]", "fe80::9"), ("[fe80::9]", "fe80::9%eth0")])
  func breaks(host: String, admitted: String) {
    var log = RefusalLog()
    func broken(_ port: Int) -> Refusal {
      Refusal(.noHandshake, from: "\(host):\(port)", roles: [.client])
    }
    let anonymous = Refusal(.noHandshake, from: nil, roles: [.client])
    for _ in 0..<5 {
      #expect([broken(1), broken(2)].map { log.note($0) } == [.isNothingYet, .isNothingYet])
      #expect(log.note(anonymous) == .isNothingYet)
      // Admission names hosts without brackets.
      log.noteHandshake(from: admitted)
    }
    #expect([1, 2].map { log.note(broken($0)) } == [.isNothingYet, .isNothingYet])
    log.noteHandshake(from: "10.0.0.99")
    #expect([3, 4].map { log.note(broken($0)) } == [.tell, .isKnown])
  }

  @Test("a scan by thousands of hosts hides no peer whose handshakes keep breaking off")
  func scan() {
    var log = RefusalLog()
    for number in 0..<5_000 {
      let address = "10.0.\(number / 256).\(number % 256):1"
      #expect(log.note(Refusal(.noHandshake, from: address, roles: [])) == .isNothingYet)
    }
    let broken = Refusal(.noHandshake, from: "10.1.0.1:1", roles: [])
    #expect((1...3).map { _ in log.note(broken) } == [.isNothingYet, .isNothingYet, .tell])
  }

  /// The refusals of one peer that has no key.
  enum Keyless {
    case keyless, early, goneKeyless, goneEarly

    var refusal: Refusal {
      switch self {
      case .keyless: Refusal(.noKey, from: "10.0.0.9:1", roles: [.client])
      case .early: Refusal(.noHandshake, from: "10.0.0.9:2", roles: [.client])
      case .goneKeyless: Refusal(.noKey, from: nil, roles: [.client])
      case .goneEarly: Refusal(.noHandshake, from: nil, roles: [.client])
      }
    }
  }

  @Test("a crowd of peers takes a bounded number of lines, and of bytes")
  func bounded() {
    var log = RefusalLog()
    var verdicts: [RefusalLog.Verdict: Int] = [:]
    for number in 0..<5_000 {
      let refusal = Refusal(.noKey, from: "10.0.\(number / 256).\(number % 256):1", roles: [])
      verdicts[log.note(refusal), default: 0] += 1
    }
    #expect(verdicts[.tell] == RefusalLog.entriesAtMost)
    #expect(verdicts[.tellThatThereAreMore] == 1)
  }
}
