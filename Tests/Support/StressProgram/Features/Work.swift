/// The work of one action: a seed writes it.
struct Work: Codable, Equatable, Sendable {
  /// Unique in its run.
  var id: Int
  /// The action that returned this one as `Effect.send`.
  var cause: Int?
  var value = 0
  /// The time that a worker takes over it.
  var microseconds = 0
  var fault = Fault.none
  /// The number of words of the child's ballast that it writes.
  var touchedWords = 0
  var effects: [EffectPlan] = []
  /// Returned as `Effect.send`.
  var sends: [Work] = []
  var cancels: Int?
  /// The parent's step, second.
  var parent = ParentStep.nothing
}

/// The harm that an action does to every worker that reduces it.
enum Fault: Codable, Equatable, Sendable {
  case none
  case abort
  case trap
  case kill
  case hang
}

/// An effect that an action starts.
enum EffectPlan: Codable, Equatable, Sendable {
  case sends(Int, pauseMicroseconds: Int, cancelID: Int?, cancelInFlight: Bool)
  /// Runs until it is cancelled.
  case endless(cancelID: Int?)
}

/// The parent's step with the child whose action it was.
enum ParentStep: Codable, Equatable, Sendable {
  case nothing
  case rewrite(Int)
  case clear
  /// By a child of another identity.
  case replace
}

/// An action that an effect sends: once, or never.
struct Said: Codable, Equatable, Hashable, Sendable {
  /// The action that started the effect; negative for the effect of an interruption.
  var work: Int
  var effect: Int
  var number: Int
  /// The child that it ran in.
  var life: Int
  /// Made by the effect when it started.
  var token: UInt64
}
