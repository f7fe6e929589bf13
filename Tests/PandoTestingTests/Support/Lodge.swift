import Foundation
import PandoTesting

/// A feature that is mounted, with hosted children that are.
@Reducer
struct Lodge {
  struct State: Codable, Equatable, Sendable {
    var openings = 0
    var welcomes = 0
    var rooms: IdentifiedArrayOf<Room.State> = [Room.State(id: 0)]
  }

  enum Action: Codable, Equatable, Sendable {
    case opened, welcome, add, remove
    case room(IdentifiedAction<Int, Room.Action>)
  }

  var order = HostedOrder.asSent

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .opened:
        state.openings += 1
        return .merge(.send(.welcome), .run { send in await send(.welcome) })
      case .welcome: state.welcomes += 1
      case .add: state.rooms.append(Room.State(id: (state.rooms.last?.id ?? 0) + 1))
      case .remove: if state.rooms.count > 0 { state.rooms.removeFirst() }
      case .room: break
      }
      return .none
    }
    .forEach(\.rooms, action: \.room) { Room().hosted(order: order) }
    .onMount(\.opened)
  }

  @Reducer
  struct Room {
    struct State: Codable, Equatable, Identifiable, Sendable {
      let id: Int
      var mountedAt: [Date] = []
      var uses = 0
      var breaths = 0
    }

    enum Action: Codable, Equatable, Sendable { case mounted, use, air }

    @Dependency(\.date.now) var now

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .mounted:
          state.mountedAt.append(now)
          return .run { send in await send(.air) }
        case .use: state.uses += 1
        case .air: state.breaths += 1
        }
        return .none
      }
      .onMount(\.mounted)
    }
  }
}
