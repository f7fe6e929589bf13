import PandoTestSupport
import Testing

@Suite("Traits of dependencies", .dependency(\.date.now, Date(timeIntervalSince1970: 60)))
struct DependencyTraitTests {
  @Dependency(\.date.now) var now
  @Dependency(\.uuid) var uuid
  @Dependency(Soil.self) private var soil

  @Test("override a dependency of a test", .dependency(\.uuid, .incrementing))
  func one() {
    #expect(uuid() == UUID(0))
    #expect(uuid() == UUID(1))
    #expect(now == Date(timeIntervalSince1970: 60))
  }

  @Test("make the value anew for each case", .dependency(\.uuid, .incrementing), arguments: 0..<3)
  func eachCase(number: Int) {
    #expect(uuid() == UUID(0))
  }

  @Test(
    "override several, under those of the suite",
    .dependencies {
      $0.uuid = .constant(UUID(7))
      $0.date.now = Date(timeIntervalSince1970: 90)
    })
  func several() {
    #expect(uuid() == UUID(7))
    #expect(now == Date(timeIntervalSince1970: 90))
  }

  @Test("override a type that is its own key", .dependency(Soil(water: 3)))
  func ownKey() {
    #expect(soil.water == 3)
  }

  @Test("give each case fresh values", .dependencies, arguments: 0..<3)
  func fresh(number: Int) {
    @Shared(.inMemory("buckets")) var buckets = 0
    #expect(buckets == 0)
    $buckets.withLock { $0 += 1 }
  }

  @Test("let a test prepare its context", .dependencies)
  func context() {
    #expect(Greenhouse.current.isHeated == false)
    prepareDependencies { $0.context = .live }
    #expect(Greenhouse.current.isHeated)
  }

  @Test("reach a feature under test", .dependency(\.uuid, .incrementing))
  func feature() async {
    let store = TestStore(initialState: Seed.State()) { Seed() }
    await store.send(.sow) { $0.id = UUID(0) }
  }
}

private struct Soil: TestDependencyKey, Sendable {
  static let testValue = Soil(water: 0)
  var water: Int
}

private struct Greenhouse: DependencyKey, Sendable {
  static let liveValue = Greenhouse(isHeated: true)
  static let testValue = Greenhouse(isHeated: false)

  static var current: Greenhouse {
    @Dependency(Greenhouse.self) var greenhouse
    return greenhouse
  }

  var isHeated: Bool
}

@Reducer
private struct Seed {
  struct State: Equatable { var id: UUID? }
  enum Action { case sow }
  @Dependency(\.uuid) var uuid
  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.id = uuid()
      return .none
    }
  }
}
