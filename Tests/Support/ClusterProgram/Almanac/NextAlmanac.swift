import Pando
import PandoCluster

/// The feature of the newer build, whose state has one field more.
let nextAlmanac = Feature { Almanac() }

@Reducer
private struct Almanac {
  struct State: Codable, Equatable, Sendable {
    var pages = 0
    var marks: [Int] = []
  }
  enum Action: Codable, Equatable, Sendable { case turned }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.pages += 1
      return .none
    }
  }
}
