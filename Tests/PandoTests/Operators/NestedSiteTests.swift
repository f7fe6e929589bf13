import OrderedCollections
import Testing

@testable import Pando

@Suite("The names of children inside a feature that contains itself")
struct NestedSiteTests {
  @Reducer
  struct Folder {
    struct State: Codable, Equatable, Identifiable, Sendable {
      var id = 0
      var left: IdentifiedArrayOf<State> = []
      var right: IdentifiedArrayOf<State> = []
    }

    indirect enum Action: Codable, Sendable {
      case left(IdentifiedAction<Int, Action>)
      case right(IdentifiedAction<Int, Action>)
      case run
    }

    var body: some ReducerOf<Self> {
      Reduce { _, action in
        if case .run = action { .run { _ in } } else { .none }
      }
      .forEach(\.left, action: \.left) { Folder() }
      .forEach(\.right, action: \.right) { Folder() }
    }
  }

  private enum Side: CaseIterable { case left, right }

  private func state(_ depth: Int) -> Folder.State {
    if depth == 0 { return Folder.State() }
    return Folder.State(left: [state(depth - 1)], right: [state(depth - 1)])
  }

  private func action(_ path: ArraySlice<Side>) -> Folder.Action {
    switch path.first {
    case .left?: .left(.element(id: 0, action: action(path.dropFirst())))
    case .right?: .right(.element(id: 0, action: action(path.dropFirst())))
    case nil: .run
    }
  }

  /// Returns the token of the child that an effect belongs to.
  private func token<Action>(_ effect: Effect<Action>, below parent: UInt64 = 0) -> UInt64? {
    switch effect.operation {
    case .owned(let effect, let step): token(effect, below: step.token(below: parent))
    case .merge(let effects): effects.lazy.compactMap { token($0, below: parent) }.first
    case .run: parent
    default: nil
    }
  }

  /// Sends an action to each child of a new tree, and returns their names in the order of `paths`.
  private func tokens(_ paths: [[Side]], order: [Int]) -> [UInt64?] {
    let root = TreeBuilder.tree(for: Folder(), hosts: false)
    var tokens = [UInt64?](repeating: nil, count: paths.count)
    var state = state(4)
    for index in order {
      let effect = withUnsafeMutablePointer(to: &state) {
        root.reduce($0, action(paths[index][...]), Pass())
      }
      tokens[index] = token(effect)
    }
    return tokens
  }

  @Test("are the same whichever child is used first, and each is its own")
  func order() {
    var paths: [[Side]] = [[]]
    for depth in 0..<4 {
      paths += paths.filter { $0.count == depth }.flatMap { path in
        Side.allCases.map { path + [$0] }
      }
    }
    let forwards = tokens(paths, order: Array(paths.indices))
    let backwards = tokens(paths, order: paths.indices.reversed())
    #expect(forwards == backwards)
    #expect(!forwards.contains(nil))
    #expect(Set(forwards).count == paths.count)
  }

  @Test("lead to the child in a tree that nobody has used")
  func unused() {
    let paths: [[Side]] = [[.right, .left, .right], [.left, .right, .left, .left]]
    for token in tokens(paths, order: [1, 0]) {
      let root = TreeBuilder.tree(for: Folder(), hosts: false)
      var state = state(4)
      let steps = withUnsafeMutablePointer(to: &state) {
        root.locate(token ?? 0, below: 0, $0)
      }
      #expect(steps != nil)
    }
  }
}
