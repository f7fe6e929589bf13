import Pando

@Reducer
struct Detail {
  struct State: Codable, Equatable, Sendable { var count = 0 }
  enum Action: Codable, Equatable, Sendable { case up, endless, closeButtonTapped }

  var step = 1
  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .up: state.count += step
      case .endless: return .run { _ in try await Task.sleep(for: .seconds(1_000)) }
      case .closeButtonTapped: return .run { [dismiss] _ in await dismiss() }
      }
      return .none
    }
  }
}

struct Question: EphemeralState, Codable, Equatable {
  enum Action: Codable, Equatable, Sendable { case yes, no }
  var title = ""
}

@Reducer(state: .codable, .equatable, action: .codable, .equatable)
enum Destination {
  case detail(Detail)
  case quick(Detail = Detail(step: 10))
  @ReducerCaseEphemeral
  case question(Question)
  @ReducerCaseIgnored
  case help(topic: String, page: Int)
  case empty
}

@Reducer
enum Outer {
  case nested(Destination.Body = Destination.body)
  #if DEBUG
    case debug(Detail)
  #else
    case release(Detail)
  #endif
}

extension Outer.State: Equatable {}

@Reducer
struct Navigator {
  struct State: Equatable, Sendable {
    @Presents var destination: Destination.State?
    var path = StackState<Destination.State>()
    var seen: [String] = []
  }

  enum Action: Sendable {
    case destination(PresentationAction<Destination.Action>)
    case path(StackActionOf<Destination>)
    case present(Destination.State)
    case push(Destination.State)
  }

  let isHosted: Bool
  var replacement: Destination.State?

  @ReducerBuilder<State, Action>
  var body: some ReducerOf<Self> {
    if isHosted {
      logic
        .ifLet(\.$destination, action: \.destination) { Destination.body.hosted() }
        .forEach(\.path, action: \.path) { Destination.body.hosted() }
    } else {
      logic
        .ifLet(\.$destination, action: \.destination)
        .forEach(\.path, action: \.path)
    }
  }

  private var logic: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .present(let destination): state.destination = destination
      case .push(let destination): state.path.append(destination)
      case .destination(.dismiss):
        state.seen.append("dismissed")
        if let replacement { state.destination = replacement }
      case .destination(.presented(.question(let answer))):
        state.seen.append("\(answer) to \(state.destination?.question?.title ?? "nothing")")
      case .destination, .path: break
      }
      return .none
    }
  }
}
