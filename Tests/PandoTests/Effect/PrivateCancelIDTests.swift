import Testing

@testable import Pando

private enum PrivateID: Hashable, Codable { case only }

@Suite("Names of types that cross to other processes")
struct PrivateCancelIDTests {
  private enum Nested<Value> {}

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
}
