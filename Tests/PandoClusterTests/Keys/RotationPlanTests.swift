import Testing
import ZeroMQ

@testable import PandoCluster

@Suite("What cannot be replaced")
struct RotationPlanTests {
  let (old, new, third): (CurveKey, CurveKey, CurveKey)

  init() throws {
    let made = try (0..<3).map { _ in try CurveKeyPair.generate().publicKey }
    (old, new, third) = (made[0], made[1], made[2])
  }

  private func files(_ change: (inout RotationFiles) -> Void) -> RotationFiles {
    var files = RotationFiles()
    files.secret = old
    files.ownPublic = old
    files.trusted = PublicKeyFile(key: old, roles: [.worker])
    change(&files)
    return files
  }

  private func expect(
    _ part: RotationPlan.Part, _ problem: RotationProblem,
    _ sourceLocation: SourceLocation = #_sourceLocation,
    _ change: (inout RotationFiles) -> Void
  ) {
    #expect(throws: problem, sourceLocation: sourceLocation) {
      try RotationPlan(part, files(change))
    }
  }

  @Test("a part that would leave a key without trust, or is about another key, is refused")
  func refused() {
    let next = PublicKeyFile(key: new, roles: [.worker])
    expect(.switch, .notPrepared) { _ in }
    expect(.switch, .nextNotTrusted(new)) { $0.nextSecret = new }
    expect(.switch, .otherRoles) {
      $0.nextSecret = new
      $0.trustedNext = PublicKeyFile(key: new, roles: [.client])
    }
    expect(.finish, .notSwitched) {
      $0.nextSecret = new
      $0.trustedNext = next
    }
    expect(.finish, .otherNext(new)) {
      $0.secret = third
      $0.trustedNext = next
    }
    expect(.finish, .otherTrusted(old)) { $0.secret = third }
    expect(.finish, .otherRoles) {
      $0.secret = new
      $0.trustedNext = PublicKeyFile(key: new, roles: [.client])
    }
    expect(.prepare, .otherNext(new)) { $0.trustedNext = next }
    expect(.prepare, .otherTrusted(old)) { $0.secret = third }
    for part in RotationPlan.Part.allCases {
      expect(part, .noSecret(part)) { $0.secret = nil }
      expect(part, .otherKey(third)) { $0.told = third }
    }
    for part in [RotationPlan.Part.prepare, .finish] {
      expect(part, .notTrusted) {
        ($0.secret, $0.trusted, $0.told) = (nil, nil, new)
      }
    }
  }

  @Test("changed roles of the old key are given to the new one by the first part")
  func roles() throws {
    let files = files {
      $0.nextSecret = new
      $0.nextPublic = new
      $0.trustedNext = PublicKeyFile(key: new, roles: [.client])
    }
    #expect(try RotationPlan(.prepare, files).steps == [.trustNext])
  }
}
