import Pando

@Reducer
struct Results {
  @ObservableState
  struct State: Codable, Equatable {
    // error: write 'TaskResult<Int>'
    var last: Result<Int, any Error>?
  }
  enum Action: Codable {
    case tapped
    // error: write 'TaskResult<[String]>'
    case loaded(Result<[String], any Error>)
  }
}

@Reducer
struct Errors {
  struct State: Codable, Equatable, Hashable {
    var count = 0
    // error: 'onTap' cannot be coded, because it is a closure, and 'State' is declared Codable
    var onTap: @Sendable () -> Void
  }
  enum Action: Codable, Equatable {
    case tapped
    // error: 'failed' cannot be coded, because it is of an 'any' type
    case failed(any Error)
  }
}

@Reducer
enum OwnAction {
  case child(Child)
  enum Action: Codable {
    case child(Child.Action)
    // error: 'failed' cannot be coded, because it is of an 'any' type
    case failed(any Error)
  }
}
