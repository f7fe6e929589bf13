/// The script of one action: programs are data, so that a seed can write them.
struct Script: Codable, Equatable, Sendable {
  /// Unique in its program.
  var id: Int
  /// The life of the child that the action was meant for, when an effect of that life sent it.
  var life: Int?
  var steps: [Step] = []
  /// Makes the action long.
  var padding: String?
  /// The number that a parent which reduces before the child adds to the child's value.
  var rush: Int?
  /// The parent's step, second.
  var parent: ParentStep = .nothing

  /// True if no worker survives it.
  var isPoison: Bool { steps.contains(.crash) || steps.contains(.hang) }
}

enum Step: Codable, Equatable, Sendable {
  case add(Int)
  case append(Int)
  case double
  /// `Effect.send`.
  case send(Script)
  /// An effect that sends actions.
  case emit(cancelID: Int?, cancelInFlight: Bool, [Script])
  /// An effect that runs until it is cancelled.
  case endless(cancelID: Int?)
  case cancel(Int)
  /// Makes the state so long.
  case fill(bytes: Int)
  /// Takes a worker so long.
  case work(microseconds: Int)
  /// Ends every worker that reduces it.
  case crash
  /// Does not come back, on any worker.
  case hang
  /// An effect that dismisses its feature, where that is presented.
  case dismiss
  case presentNested(id: Int)
  case dismissNested
  case pushPage(id: Int)
  case popPage
  /// To a fresh stack, which counts its ids anew.
  case resetPages(id: Int)
}

enum ParentStep: Codable, Equatable, Sendable {
  case nothing
  case rewrite(Int)
  case clear
  case replace(id: Int)
  /// To nil and back, with the same identity, in one action.
  case represent
  case dismissNested
  /// Sends itself an action that takes a child away: which one, by the number.
  case tell(Int)
}
