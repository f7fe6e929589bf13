import Foundation
import PandoTesting
import Testing

// The samples of docs/TESTING.md, as they stand there.

@Reducer
struct Cart {
  struct State: Codable, Equatable, Sendable {
    var stock = ["pear": 2, "plum": 1]
    var items: [String] = []
    var price = 0
  }

  enum Action: Codable, Equatable, Sendable {
    case added(String), cleared, priced(Int)
  }

  @Dependency(\.prices) var prices

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .added(let item):
        guard state.stock[item, default: 0] > 0 else { return .none }
        state.stock[item, default: 0] -= 1
        state.items.append(item)
        return .run { [prices, items = state.items] send in
          await send(.priced(prices(items)))
        }
      case .cleared:
        state = State()
        return .none
      case .priced(let price):
        state.price = price
        return .none
      }
    }
  }
}

extension DependencyValues {
  var prices: @Sendable ([String]) -> Int {
    get { self[PricesKey.self] }
    set { self[PricesKey.self] = newValue }
  }
}

private enum PricesKey: DependencyKey {
  static let liveValue: @Sendable ([String]) -> Int = { $0.count }
  static let testValue: @Sendable ([String]) -> Int = { $0.count }
}

@Test func theCartIsTheSameHosted() async throws {
  try await expectSameHosted(
    Cart(), initialState: Cart.State(), actions: [.added("pear"), .added("fig"), .cleared]
  ) {
    $0.prices = { items in 3 * items.count }
  }
}

@Test func anyCartIsTheSameHosted() async throws {
  try await expectSameHosted(
    Cart(), initialState: Cart.State(), programs: 200, length: 1...20
  ) { generator in
    let item = ["pear", "plum", "fig"].randomElement(using: &generator)!
    return generator.chance(oneIn: 5) ? .cleared : .added(item)
  }
}

@Test func theCartIsRead() async {
  let store = Store(initialState: Cart.State()) { Cart() }
  await store.send(.added("pear")).finish()
  #expect(store.state.price == 1)
}

@Test func theCartCanBeHosted() {
  let report = hostingReport(
    for: Cart(), initialState: Cart.State(), actions: [.added("pear"), .cleared])
  #expect(report.canBeHosted, "\(report)")
}

@Test("every sample of docs/TESTING.md is compiled and run here")
func samplesAreTested() throws {
  let file = URL(filePath: #filePath)
  let source = try String(contentsOf: file, encoding: .utf8)
  let page = try String(
    contentsOf: file.deletingLastPathComponent().appending(path: "../../docs/TESTING.md"),
    encoding: .utf8)
  let samples = page.components(separatedBy: "```swift\n").dropFirst().map {
    $0.components(separatedBy: "```")[0]
  }
  #expect(samples.count == 4)
  for sample in samples {
    #expect(source.contains(sample), "\(sample)")
  }
}
