import ExampleTestSupport
import PandoTesting
import Plugins
import Testing

@Suite("Plug-ins")
struct PluginsTests {
  @Test(
    "have a text one after the other, in the order in which they were named",
    arguments: Place.allCases)
  func pipeline(place: Place) async {
    let store = pool(place, "second", "capitals")
    await store.send(.read("one two"))
    await store.receive(\.slots[id: 0].plugin.second.given, "one two")
    await store.receive(\.slots[id: 0].plugin.second.gave, "two")
    await store.receive(\.slots[id: 1].plugin.capitals.given, "two")
    await store.receive(\.slots[id: 1].plugin.capitals.gave, "TWO") { $0.texts = ["TWO"] }
    await store.finish()
  }

  @Test("may be named twice, and each has a state of its own", arguments: Place.allCases)
  func twice(place: Place) async {
    let store = pool(place, "numbers", "mirror", "numbers")
    await store.send(.read("ab"))
    await store.receive(\.slots[id: 0].plugin.numbers.given, "ab") {
      $0.slots[id: 0]?.plugin.modify(\.numbers) { $0.count = 1 }
    }
    await store.receive(\.slots[id: 0].plugin.numbers.gave, "1. ab")
    await store.receive(\.slots[id: 1].plugin.mirror.given, "1. ab")
    await store.receive(\.slots[id: 1].plugin.mirror.gave, "ba .1")
    await store.receive(\.slots[id: 2].plugin.numbers.given, "ba .1") {
      $0.slots[id: 2]?.plugin.modify(\.numbers) { $0.count = 1 }
    }
    await store.receive(\.slots[id: 2].plugin.numbers.gave, "1. ba .1") {
      $0.texts = ["1. ba .1"]
    }
    await store.finish()
  }

  @Test("that have crashed are left out", arguments: Place.allCases)
  func leftOut(place: Place) async {
    let store = pool(place, "second", "capitals")
    await store.send(.slots(.element(id: 0, action: .crashed(.given("one"))))) {
      $0.slots[id: 0]?.isOff = true
    }
    await store.receive(\.slots[id: 1].plugin.capitals.given, "one")
    await store.receive(\.slots[id: 1].plugin.capitals.gave, "ONE") { $0.texts = ["ONE"] }
    await store.send(.read("three four"))
    await store.receive(\.slots[id: 1].plugin.capitals.given, "three four")
    await store.receive(\.slots[id: 1].plugin.capitals.gave, "THREE FOUR") {
      $0.texts = ["ONE", "THREE FOUR"]
    }
    await store.finish()
  }

  @Test("a text passes where there are none")
  func none() async {
    let store = pool(.inPlace)
    await store.send(.read("one")) { $0.texts = ["one"] }
    await store.finish()
  }

  private func pool(_ place: Place, _ names: String...) -> TestStoreOf<PluginPool> {
    TestStore(initialState: PluginPool.State(names: names), faults: place.faults) {
      PluginPool()
    } withDependencies: {
      place.prepare(&$0)
    }
  }
}
