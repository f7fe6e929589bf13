import Pando
import Testing

extension Features {
  @Suite("@Reducer")
  struct ReducerMacroTests {
    @Test("combines the reducers of a body in their order")
    func body() {
      var state = Counter.State()
      run(Counter(), &state, .increment)
      run(Counter(), &state, .add(2))
      #expect(state.count == 120)
    }

    @Test("makes the cases of an action and of an enum state key paths")
    func casePaths() {
      #expect(Switching.Action.counter(.add(2))[case: \.counter.add] == 2)
      #expect(Switching.State.counting(Counter.State(count: 3)).counting?.count == 3)
      #expect(Switching.State.idle.counting == nil)
      var state = Switching.State.counting(Counter.State())
      run(Switching(), &state, .stop)
      #expect(state.is(\.idle))
    }

    @Test("takes a reducer that implements reduce(into:action:)")
    func reduce() {
      var state = 1
      run(Direct(), &state, .add(2))
      #expect(state == 3)
      #expect(Direct.Action.add(2)[case: \.add] == 2)
    }

    @Test("takes type aliases, and declarations in an extension")
    func aliasesAndExtensions() {
      var aliased = Aliased.State()
      run(Aliased(), &aliased, .increment)
      #expect(aliased.count == 10)
      var extended = Extended.State()
      run(Extended(), &extended, .tapped)
      #expect(extended.count == 1)
    }

    @Test("takes a generic feature")
    func generic() {
      var state = PublishedFeature<String, Counter>.State(child: Counter.State())
      let feature = PublishedFeature<String, Counter>(child: Counter())
      run(feature, &state, .append("a"))
      #expect(state.elements == ["a"])
      let action = PublishedFeature<String, Counter>.Action.pair("b", index: 1)
      #expect(action[case: \.pair]?.index == 1)
      #expect(PublishedFeature<String, Counter>.Action.child(.add(1)).is(\.child.add))
    }

    @Test("works at every level of access")
    func access() {
      var packaged = Namespace.Packaged.State()
      run(Namespace.Packaged(), &packaged, .tapped)
      #expect(packaged.count == 1)
      #expect(Namespace.runFilePrivate() == 1)
      #expect(runPrivateFeature())
    }

    @Test("leaves alone what the feature declares itself")
    func explicit() {
      var state = Explicit.State()
      run(Explicit(), &state, .tapped)
      #expect(state.count == 2)
      var returning = Returning.State()
      run(Returning(step: 3), &returning, .tapped)
      #expect(returning.count == 3)
      var shadowing = Shadowing.State()
      run(Shadowing(), &shadowing, .tapped(Shadowing.Void()))
      #expect(shadowing.count == 1)
    }

    private func run<Feature: Reducer>(
      _ feature: Feature, _ state: inout Feature.State, _ action: Feature.Action
    ) {
      _ = feature.reduce(into: &state, action: action)
    }
  }
}
