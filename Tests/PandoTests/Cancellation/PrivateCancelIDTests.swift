import IssueReporting
import Testing

@testable import Pando

private enum PrivateID: Hashable, Codable { case only }

@Suite("Names of types that cross to other processes")
struct PrivateCancelIDTests {
  private enum Nested<Value> {}

  private struct Reference: Hashable, Sendable { let id: ObjectIdentifier }

  private enum Described: Hashable, CustomStringConvertible {
    case one, two
    var description: String { "the same" }
  }

  @Test("do not tell where a private type lies in memory")
  func names() {
    let name = nameInEveryProcess(of: PrivateID.self)
    #expect(name == "PandoTests.(private).PrivateID")
    #expect(
      nameInEveryProcess(of: Nested<PrivateID>.self)
        == "PandoTests.PrivateCancelIDTests.(private).Nested<PandoTests.(private).PrivateID>")
    #expect(
      nameInEveryProcess(of: [String: Int].self) == "Swift.Dictionary<Swift.String, Swift.Int>")
  }

  @Test("Identities of one name in two files are two, and each is itself")
  func files() {
    for (first, second) in [
      (FirstPrivateID.codable, SecondPrivateID.codable),
      (FirstPrivateID.plain, SecondPrivateID.plain),
    ] {
      #expect(EncodedCancelID(first) != EncodedCancelID(second))
      #expect(EncodedCancelID(first) == EncodedCancelID(first))
      #expect(EncodedCancelID(first) == EncodedCancelID(bytes: EncodedCancelID(first).bytes))
    }
    #expect(EncodedCancelID(FirstPrivateID.plain) != EncodedCancelID(FirstPrivateID.otherPlain))
  }

  @Test("A place in one build says nothing of another build")
  func builds() {
    let place = PrivatePlace(build: 1, place: 1)
    #expect(place.isKnownToDiffer(from: PrivatePlace(build: 1, place: 2)))
    #expect(!place.isKnownToDiffer(from: PrivatePlace(build: 2, place: 2)))
    #expect(!place.isKnownToDiffer(from: place))
    #expect(PrivatePlace(of: Int.self) == nil)
    #expect(PrivatePlace(of: PrivateID.self) != nil)
  }

  @Test("An identity whose value cannot cross equals nothing")
  func uncrossable() {
    let id = EncodedCancelID(CancelID(Reference(id: ObjectIdentifier(PrivateID.self))))
    #expect(id != id && id.cannotReach(id))
    let described = EncodedCancelID(CancelID(Described.one))
    #expect(described != described && described.cannotReach(described))
    #expect(!EncodedCancelID(FirstPrivateID.plain).cannotReach(id))
  }

  @Test("Bytes that are no identity equal nothing", arguments: [0, 1, 15, 16, 17, 40])
  func hostile(count: Int) {
    let id = EncodedCancelID(bytes: [UInt8](repeating: 0xFF, count: count))
    #expect(id != id && !id.cannotReach(id))
    #expect(EncodedCancelID(FirstPrivateID.plain) != id)
  }
}
