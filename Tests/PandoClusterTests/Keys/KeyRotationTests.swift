import Foundation
import Testing
import ZeroMQ

@testable import PandoCluster

@Suite("The replacement of a key, by its files")
struct KeyRotationTests {
  let keys: TestKeys
  let old: CurveKey

  init() throws {
    keys = try TestKeys(["w1": [.worker, .probe], "app": [.client]])
    old = try keys.publicKey("w1")
  }

  private var rotation: KeyRotation { KeyRotation("w1", in: keys.path, keyring: keys.folder) }

  private var secret: CurveKey {
    get throws { try SecretKeyFile(path: keys.secretPath("w1")).pair.publicKey }
  }

  private func names(_ folder: KeyringFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  private var files: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: keys.path).sorted() }
  }

  /// Checks that nothing but the new key is left, under the old name and with the old roles.
  private func expectEnd(_ sourceLocation: SourceLocation = #_sourceLocation) throws {
    let new = try secret
    #expect(new != old, sourceLocation: sourceLocation)
    #expect(try keys.publicKey("w1") == new, sourceLocation: sourceLocation)
    let content = try keys.folder.read()
    #expect(content.problems.isEmpty, sourceLocation: sourceLocation)
    #expect(
      content.keyring.entries[new] == .init(name: "w1", roles: [.worker, .probe]),
      sourceLocation: sourceLocation)
    #expect(content.keyring.entries[old] == nil, sourceLocation: sourceLocation)
    #expect(try names(keys.folder) == ["app.pub", "w1.pub"], sourceLocation: sourceLocation)
    #expect(
      try files == ["app.key", "app.pub", "keyring", "w1.key", "w1.pub"],
      sourceLocation: sourceLocation)
    let mode = try FileManager.default.attributesOfItem(atPath: keys.secretPath("w1"))
    #expect(mode[.posixPermissions] as? Int == 0o600, sourceLocation: sourceLocation)
  }

  @Test("on one machine: both keys are trusted until the end, and then the new one alone")
  func wholeLife() throws {
    #expect(try rotation.run(.prepare).plan.state == .prepared)
    let new = try #require(try rotation.look().nextSecret)
    #expect(try secret == old)
    for part in [RotationPlan.Part.prepare, .switch] {
      _ = try rotation.run(part)
      let keyring = try keys.folder.read().keyring
      #expect(keyring.has(old, .worker) && keyring.has(new, .worker) && keyring.has(new, .probe))
    }
    #expect(try secret == new)
    let end = try rotation.run(.finish)
    #expect(end.plan.state == .finished)
    try expectEnd()
    #expect(try rotation.run(.finish).plan.steps.isEmpty)
    try expectEnd()
  }

  @Test(
    "each part goes on from wherever it was broken off",
    arguments: RotationPlan.Part.allCases, 0..<4)
  func brokenOff(_ part: RotationPlan.Part, _ count: Int) throws {
    for earlier in RotationPlan.Part.allCases.prefix(while: { $0 != part }) {
      _ = try rotation.run(earlier)
    }
    for step in try RotationPlan(part, rotation.look()).steps.prefix(count) {
      try rotation.carryOut(step)
    }
    let isTrusted = try keys.folder.read().keyring.has(secret, .worker)
    #expect(isTrusted, "whichever key the process starts with")
    // The pair itself is two files.
    if part == .prepare, count == 1 { unlink("\(keys.path)/w1.next.pub") }
    for later in RotationPlan.Part.allCases.drop(while: { $0 != part }) {
      _ = try rotation.run(later)
      #expect(try rotation.run(later).plan.steps.isEmpty, "repeated it does nothing")
    }
    try expectEnd()
  }

  @Test("in whichever order parts come and are broken off, the secret in place is trusted")
  func anyOrder() throws {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<300 {
      let part = RotationPlan.Part.allCases.randomElement(using: &generator) ?? .prepare
      if let plan = try? RotationPlan(part, rotation.look()) {
        for step in plan.steps.prefix(Int.random(in: 0...4, using: &generator)) {
          try rotation.carryOut(step)
        }
      }
      let content = try keys.folder.read()
      let key = try secret
      #expect(content.keyring.has(key, .worker) && content.keyring.has(key, .probe))
      #expect(content.problems.isEmpty)
    }
    for part in RotationPlan.Part.allCases { _ = try? rotation.run(part) }
    for part in RotationPlan.Part.allCases.dropFirst() { _ = try? rotation.run(part) }
    try expectEnd()
  }

  @Test("with the keyring on another machine, each does its part, and says what the other's is")
  func twoMachines() throws {
    let here = KeyRotation("w1", in: keys.path, keyring: nil)
    let begun = try here.run(.prepare)
    let new = try #require(begun.files.nextSecret)
    let told = "pando keys rotate w1 --public-key='\(new)' --keyring DIR"
    #expect(here.next(begun.plan, begun.files).first?.contains(told) == true)
    #expect(try keys.folder.read().keyring.entries[new] == nil)

    let there = KeyRotation("w1", in: "/nowhere", keyring: keys.folder, told: new)
    #expect(throws: KeyError.self) { try there.run(.switch) }
    #expect(throws: KeyError.self, "it is not trusted yet") { try there.run(.finish) }
    for _ in 0..<2 {
      #expect(try there.run(.prepare).plan.state == .prepared)
      #expect(try keys.folder.read().keyring.has(new, .worker))
    }
    for _ in 0..<2 { #expect(try here.run(.switch).plan.state == .switched) }
    #expect(try secret == new)
    #expect(try here.run(.prepare).plan.state == .switched, "no third key is made")
    let switched = try here.run(.switch)
    let last = "pando keys rotate w1 --finish --public-key='\(new)' --keyring DIR"
    #expect(here.next(switched.plan, switched.files).last?.contains(last) == true)
    for _ in 0..<2 { #expect(try there.run(.finish).plan.state == .finished) }
    #expect(try keys.folder.read().keyring.entries[old] == nil)
    for _ in 0..<2 { #expect(try here.run(.finish).plan.state == .finished) }
    try expectEnd()
  }

  @Test("a copy of the keyring says whether it has come: before, the secret is not replaced")
  func copies() throws {
    let copy = KeyringFolder(path: "\(keys.path)/copy")
    try copy.trust(PublicKeyFile(key: old, roles: [.worker, .probe]), name: "w1")
    let new = try #require(try rotation.run(.prepare).files.nextSecret)
    let here = KeyRotation("w1", in: keys.path, keyring: copy)
    let error = #expect(throws: KeyError.self) { try here.run(.switch) }
    #expect(error?.message.contains("--public-key='\(new)' --keyring \(copy.path)") == true)
    #expect(try secret == old)
    _ = try KeyRotation("w1", in: "/nowhere", keyring: copy, told: new).run(.prepare)
    #expect(try here.run(.switch).plan.state == .switched)
    // One that has only those whom its process meets says nothing of it.
    let partial = KeyringFolder(path: "\(keys.path)/partial")
    try partial.trust(PublicKeyFile(key: keys.publicKey("app"), roles: [.client]), name: "app")
    _ = try KeyRotation("w1", in: keys.path, keyring: partial).run(.finish)
    #expect(try copy.read().keyring.has(old, .worker))
  }

  @Test("the end in another copy of the keyring is the beginning of another rotation")
  func again() throws {
    _ = try rotation.run(.prepare)
    _ = try rotation.run(.switch)
    let second = try secret
    _ = try KeyRotation("w1", in: "/nowhere", keyring: keys.folder, told: second).run(.finish)
    // The files beside the secret do not know of it yet.
    #expect(try rotation.run(.prepare).plan.state == .prepared)
    #expect(try rotation.look().nextSecret != nil)
    _ = try rotation.run(.switch)
    _ = try rotation.run(.finish)
    #expect(try secret != second)
    try expectEnd()
  }

  @Test(
    "other files with the old key are out of the keyring, too, before the new one takes its name")
  func otherFiles() throws {
    _ = try rotation.run(.prepare)
    _ = try rotation.run(.switch)
    try FileManager.default.copyItem(
      atPath: keys.folder.path + "/w1.pub", toPath: keys.folder.path + "/copy.pub")
    _ = try rotation.run(.finish)
    try expectEnd()
  }
}
