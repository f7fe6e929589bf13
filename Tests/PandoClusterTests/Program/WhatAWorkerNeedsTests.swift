import Foundation
import Pando
import Testing

@testable import PandoCluster

/// The code of the page "What a worker needs".
@Suite("What a worker needs")
struct WhatAWorkerNeedsTests {
  @Test("a mapped index is a dependency that is there where a worker was prepared with it")
  func index() async throws {
    try await withFolder { folder in
      try Data("aspen\nbirch\n".utf8).write(to: URL(fileURLWithPath: folder + "/words"))
      var dependencies = DependencyValues()
      dependencies.wordIndex = try WordIndex(contentsOf: folder + "/words")
      let index = try #require(dependencies.wordIndex)
      #expect(index.contains("birch"))
      #expect(!index.contains("cedar"))
      #expect(throws: (any Error).self) { try WordIndex(contentsOf: folder + "/none") }
    }
  }

  @Test("long work says how far it is, and ends when it is cancelled")
  func progress() async throws {
    try await withFolder { folder in
      let paths = (0..<50).map { "\(folder)/\($0)" }
      for path in paths { try Data("a\nb\n".utf8).write(to: URL(fileURLWithPath: path)) }
      let store = Store(initialState: Desk.State(paths: paths)) {
        Desk()
      } withDependencies: {
        $0.hosting = .inProcess
      }
      await store.send(.count(.countTapped)).finish()
      #expect(store.state.count.counts.count == 50)
      #expect(store.state.count.progress == 1)
      #expect(store.state.steps == (1...50).map { Double($0) / 50 })
      store.send(.stop(at: 2.0 / 50))
      await store.send(.count(.countTapped)).finish()
      #expect(store.state.steps.count < 50 + 50)
      #expect(store.state.count.progress < 1)
      await store.stop()
    }
  }
}

private struct WordIndex: Sendable {
  private let words: Data

  init(contentsOf path: String) throws {
    words = try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
  }

  func contains(_ word: String) -> Bool { words.range(of: Data("\(word)\n".utf8)) != nil }
}

extension WordIndex: DependencyKey {
  static var liveValue: WordIndex? { nil }
}

extension DependencyValues {
  fileprivate var wordIndex: WordIndex? {
    get { self[WordIndex.self] }
    set { self[WordIndex.self] = newValue }
  }
}

@Reducer
private struct LineCount {
  struct State: Codable, Equatable, Sendable {
    var paths: [String]
    var counts: [String: Int] = [:]
    var progress = 0.0
  }

  enum Action: Codable, Equatable, Sendable {
    case countTapped
    case stopTapped
    case counted(String, Int, progress: Double)
  }

  private enum CancelID { case count }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .countTapped:
        return .run(name: "count") { [paths = state.paths] send in
          for (index, path) in paths.enumerated() {
            try Task.checkCancellation()
            let count = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
              .count
            await send(.counted(path, count, progress: Double(index + 1) / Double(paths.count)))
          }
        }
        .cancellable(id: CancelID.count, cancelInFlight: true)

      case .stopTapped:
        return .cancel(id: CancelID.count)

      case .counted(let path, let count, let progress):
        state.counts[path] = count
        state.progress = progress
        return .none
      }
    }
  }
}

/// The parent, which ends the work once it has come so far.
@Reducer
private struct Desk {
  struct State: Sendable {
    var count: LineCount.State
    var steps: [Double] = []
    var end: Double?

    init(paths: [String]) { count = LineCount.State(paths: paths) }
  }

  enum Action: Sendable {
    case count(LineCount.Action)
    case stop(at: Double)
  }

  var body: some Reducer<State, Action> {
    Scope(state: \.count, action: \.count) { LineCount().hosted() }
    Reduce { state, action in
      switch action {
      case .count(.counted):
        state.steps.append(state.count.progress)
        if state.count.progress == state.end { return .send(.count(.stopTapped)) }
      case .stop(let end): state.end = end
      case .count: break
      }
      return .none
    }
  }
}
