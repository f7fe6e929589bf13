import Pando

/// The terminal's content, as a feature of its own.
@Reducer
struct Screen {
  struct State: Equatable, Sendable {
    var size: ScreenSize
    var view: DemoView?
    var events: [DemoEvent] = []
  }

  enum Action: Sendable {
    case resized(ScreenSize)
    case changed(DemoView)
    case happened(DemoEvent)
  }

  /// The number of events that are kept.
  static let eventsAtMost = 100

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .resized(let size): state.size = size
      case .changed(let view): state.view = view
      case .happened(let event):
        state.events.append(event)
        if state.events.count > Self.eventsAtMost { state.events.removeFirst() }
      }
      return .none
    }
  }
}

/// Characters in a line, and lines.
struct ScreenSize: Equatable, Sendable {
  var width: Int
  var height: Int
}
