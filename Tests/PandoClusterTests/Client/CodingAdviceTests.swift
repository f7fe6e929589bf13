import Pando
import PandoHosting
import PandoWire
import Testing

@testable import PandoCluster

@Suite("Advice on types that Codable alone describes")
struct CodingAdviceTests {
  /// A feature of which a test says what it has.
  private struct Described: HostedFeature {
    let partsOfCodableAlone: [String]
    let descriptor = FeatureDescriptor(
      name: "App.Search", state: SchemaFingerprint(of: Int.self),
      action: SchemaFingerprint(of: Int.self))
    let labels: [String] = []
    let dependencies: [any DeclaredDependency] = []

    func makeHost(_ request: OpenRequest, snapshot: [UInt8], session: HostSession) throws -> AnyHost
    {
      preconditionFailure("nobody hosts it")
    }

    func contains(_ origin: Origin, in state: UnsafeMutableRawPointer) -> Bool { false }
  }

  @Test(
    "names the feature, the parts and the mend, and is not given where there is nothing to mend")
  func text() throws {
    let parts = ["State.hits (App.Hit)", "Action"]
    let text = try #require(CodingAdvice.text(for: Described(partsOfCodableAlone: parts)))
    for word in ["App.Search", "State.hits (App.Hit), Action", "@WireCoded", "@Reducer"] {
      #expect(text.contains(word))
    }
    #expect(CodingAdvice.text(for: Described(partsOfCodableAlone: [])) == nil)
  }
}
