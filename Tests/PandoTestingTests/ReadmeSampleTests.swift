import Foundation
import PandoTesting
import Testing

// The features of README.md, as they stand there.

@Reducer
struct Search {
  struct State: Codable, Equatable, Sendable { var query = "", hits: [String] = [] }
  enum Action: Codable, Sendable { case queryChanged(String), found([String]), closeButtonTapped }
  enum CancelID: Codable { case search }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .queryChanged(let query):
        state.query = query
        return .run { send in
          let text = try String(contentsOfFile: "README.md", encoding: .utf8)
          await send(.found(text.components(separatedBy: "\n").filter { $0.contains(query) }))
        }.cancellable(id: CancelID.search, cancelInFlight: true)
      case .found(let hits): state.hits = hits
      case .closeButtonTapped: break
      }
      return .none
    }
  }
}

@Reducer
struct App {
  struct State: Sendable { var search: Search.State?, total = 0 }
  enum Action: Sendable { case search(Search.Action), openTapped }

  var body: some ReducerOf<Self> {
    Reduce { state, action in  // runs second
      switch action {
      case .openTapped: state.search = Search.State()
      case .search(.closeButtonTapped): state.search = nil  // its effects end on the worker
      case .search(.found(let hits)): state.total += hits.count
      case .search: break
      }
      return .none
    }
    .ifLet(\.search, action: \.search) { Search().hosted() }  // runs first, in a worker process
  }
}

// What is compared must be.
extension App.State: Equatable {}

@Suite("The sample of README.md")
struct ReadmeSampleTests {
  @Test("does the same on failing workers as in one process")
  func same() async throws {
    try await expectSameHosted(
      App(), initialState: App.State(),
      actions: [
        .openTapped, .search(.queryChanged("aspen")), .search(.queryChanged("grove")),
        .search(.closeButtonTapped), .openTapped, .search(.queryChanged("Pando")),
      ])
  }

  @Test("can be hosted")
  func report() {
    let report = hostingReport(
      for: Search(), initialState: Search.State(),
      actions: [.queryChanged("aspen"), .found(["a grove of aspens"])])
    #expect(report.findings.isEmpty, "\(report)")
  }

  @Test("stands in README.md as it is tested here")
  func isTheSame() throws {
    let file = URL(filePath: #filePath)
    let source = try String(contentsOf: file, encoding: .utf8)
    let page = try String(
      contentsOf: file.deletingLastPathComponent().appending(path: "../../README.md"),
      encoding: .utf8)
    let start = try #require(page.range(of: "@Reducer\nstruct Search"))
    let end = try #require(page.range(of: "\n\n@main"))
    #expect(source.contains(page[start.lowerBound..<end.lowerBound]))
  }
}
