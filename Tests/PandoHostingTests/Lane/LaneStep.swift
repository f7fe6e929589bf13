import PandoHosting

/// A thing that happens to a lane, as a table of tests writes it down: an event, or an answer, which a driver hands to the
/// machine by a call of its own.
enum LaneStep {
  case event(LaneEvent)
  case result(Epoch, SequenceNumber, HostedResult)

  static let placed = LaneStep.event(.placed)
  static let move = LaneStep.event(.move)
  static let closed = LaneStep.event(.closed)

  static func accept(_ action: HostedAction, at index: Int?) -> LaneStep {
    .event(.accept(action, at: index))
  }

  static func lost(_ end: LinkEnd) -> LaneStep { .event(.lost(end)) }
}

extension LaneMachine {
  mutating func take(_ step: LaneStep, _ directives: inout [LaneDirective]) {
    switch step {
    case .event(let event): handle(event, &directives)
    case .result(let epoch, let sequence, let result):
      receive(result, epoch, sequence, &directives)
    }
  }
}
