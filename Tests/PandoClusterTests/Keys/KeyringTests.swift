import Testing
import ZeroMQ

@testable import PandoCluster

@Suite("A keyring")
struct KeyringTests {
  let first: CurveKey
  let second: CurveKey

  init() throws {
    first = try CurveKeyPair.generate().publicKey
    second = try CurveKeyPair.generate().publicKey
  }

  private func text(_ key: CurveKey, _ roles: KeyRole...) -> String {
    PublicKeyFile(key: key, roles: Set(roles)).text
  }

  @Test("files become keys with names and roles")
  func files() {
    let (keyring, problems) = Keyring.read([
      ("b.pub", text(second, .worker)), ("a.pub", text(first, .client, .operator)),
    ])
    #expect(problems.isEmpty)
    #expect(keyring.entries[first] == .init(name: "a", roles: [.client, .operator]))
    #expect(keyring.entries[second] == .init(name: "b", roles: [.worker]))
    #expect(keyring.keys(with: .worker) == [second])
    #expect(keyring.keys(withAnyOf: [.client, .worker]) == [first, second])
    #expect(keyring.keys(withAnyOf: [.coordinator]) == [])
    #expect(keyring.name(of: second) == "b")
  }

  @Test("a file that cannot be used lets nobody in, and leaves the others alone")
  func badFile() {
    let (keyring, problems) = Keyring.read([
      ("a.pub", text(first, .client)), ("b.pub", "roles client"), ("-c.pub", text(second, .client)),
      ("d e.pub", text(second, .client)),
    ])
    #expect(Set(keyring.entries.keys) == [first])
    #expect(
      problems == [
        "b.pub": .missing(word: "public-key"), "-c.pub": .name, "d e.pub": .name,
      ])
  }

  @Test("a key without roles may do nothing, and that is told")
  func noRoles() {
    let (keyring, problems) = Keyring.read([("a.pub", text(first))])
    #expect(problems == ["a.pub": .noRoles])
    #expect(KeyDeed.allCases.allSatisfy { !keyring.may(first, $0) })
  }

  @Test("a key in two files has the roles that both give, and that is told")
  func sameKey() {
    let (keyring, problems) = Keyring.read([
      ("a.pub", text(first, .client, .worker)), ("b.pub", text(first, .worker, .operator)),
    ])
    #expect(keyring.entries == [first: .init(name: "a", roles: [.worker])])
    #expect(problems == ["b.pub": .sameKey(as: "a.pub")])
  }

  @Test("roles bind: each deed takes a role of its own, and no other will do")
  func roles() {
    let needed: [KeyDeed: [KeyRole]] = [
      .join: [.worker], .place: [.client], .askStatus: [.operator], .drain: [.operator],
      .useWorker: [.client], .askHealth: [.probe, .operator, .client],
      .askCoordinatorHealth: [.probe, .operator], .askLanes: [.operator, .coordinator],
    ]
    for deed in KeyDeed.allCases {
      for role in KeyRole.allCases {
        let keyring = Keyring([first: .init(name: "a", roles: [role])])
        #expect(
          keyring.may(first, deed) == (needed[deed]?.contains(role) == true), "\(role) may \(deed)")
        #expect(!keyring.may(second, deed))
      }
    }
  }

  @Test("the difference of two keyrings is what was gained and what was lost")
  func changes() {
    let client = Keyring.Entry(name: "a", roles: [.client])
    let both = Keyring.Entry(name: "a", roles: [.client, .worker])
    let renamed = Keyring.Entry(name: "b", roles: [.client])
    let table: [(from: [CurveKey: Keyring.Entry], to: [CurveKey: Keyring.Entry], Keyring.Changes)] =
      [
        ([:], [:], .init()),
        ([:], [first: client], .init(gained: [first: [.client]])),
        ([first: client], [:], .init(lost: [first: [.client]])),
        ([first: client], [first: both], .init(gained: [first: [.worker]])),
        ([first: both], [first: client], .init(lost: [first: [.worker]])),
        ([first: client], [first: renamed], .init()),
        (
          [first: client], [second: client],
          .init(gained: [second: [.client]], lost: [first: [.client]])
        ),
      ]
    for (from, to, changes) in table {
      #expect(Keyring(to).changes(since: Keyring(from)) == changes)
      #expect(changes.isEmpty == (Keyring(to).changes(since: Keyring(from)).isEmpty))
    }
  }

  @Test("what is new is believed at once, what is gone at the second look")
  func looks() {
    let with = Keyring([first: .init(name: "a", roles: [.client])])
    let without = Keyring()
    var looks = KeyringLooks(first: with)
    #expect(looks.look(without).isEmpty)
    #expect(looks.believed == with)
    #expect(looks.look(without) == .init(lost: [first: [.client]]))
    #expect(looks.believed.entries.isEmpty)
    #expect(looks.believed.revoked == with.entries)
    #expect(looks.look(with) == .init(gained: [first: [.client]]))
    #expect(looks.believed == with)
    // A moment without it, as an editor leaves it, changes nothing.
    #expect(looks.look(without).isEmpty)
    #expect(looks.look(with).isEmpty)
    #expect(looks.look(without).isEmpty)
    #expect(looks.look(without) == .init(lost: [first: [.client]]))
  }

  @Test("after any three looks that find the same, that is what is believed")
  func everySequence() {
    let rings: [Keyring] = [
      Keyring(), Keyring([first: .init(name: "a", roles: [.client])]),
      Keyring([first: .init(name: "a", roles: [.client, .worker])]),
      Keyring([second: .init(name: "b", roles: [.worker])]),
    ]
    for number in 0..<(4 * 4 * 4 * 4) {
      var looks = KeyringLooks(first: rings[number % 4])
      for step in [number / 4 % 4, number / 16 % 4] {
        _ = looks.look(rings[step])
        // Nothing that was found is ever denied.
        #expect(looks.believed.changes(since: rings[step]).lost.isEmpty)
      }
      let last = rings[number / 64 % 4]
      _ = looks.look(last)
      _ = looks.look(last)
      #expect(looks.believed.entries == last.entries)
      #expect(looks.believed.revoked.keys.allSatisfy { last.entries[$0] == nil })
      // Every key that any look has found is known of, if only as one that was revoked.
      let found = [number % 4, number / 4 % 4, number / 16 % 4].flatMap { rings[$0].entries.keys }
      #expect(found.allSatisfy { last.entries[$0] != nil || looks.believed.revoked[$0] != nil })
    }
  }
}
