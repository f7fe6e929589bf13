import Pando
import PandoHosting
import Testing

@Suite("The name of a hosted feature")
struct FeatureNameTests {
  @Test("is the name of its reducer's type, and for the body of an enum of features the enum's")
  func names() {
    #expect(hostedFeature { Detail() }.descriptor.name == "PandoTests.Detail")
    #expect(hostedFeature { Destination.body }.descriptor.name == "PandoTests.Destination")
    let closure = hostedFeature { Reduce<Detail.State, Detail.Action> { _, _ in .none } }
    #expect(closure.descriptor.name.hasPrefix("Pando.Reduce<"))
  }

  @Test("of a stack's elements is in what is told of them")
  func stack() async throws {
    let store = Store(initialState: Navigator.State()) { Navigator(isHosted: true) }
    await store.send(.push(.detail(Detail.State()))).finish()
    let id = try #require(store.state.path.ids.first)
    await store.send(.path(.element(id: id, action: .detail(.up)))).finish()
    let child = try #require(store.hostedChildren.first)
    #expect("\(child.name)" == "PandoTests.Destination[\(id)]")
    await store.stop()
  }
}
