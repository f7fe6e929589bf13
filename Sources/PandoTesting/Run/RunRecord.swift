import Pando

/// The record of one run of a program.
struct RunRecord<State: Equatable & Sendable, Action: Sendable> {
  struct Commit {
    /// Nil for the state that the run began with.
    let action: Action?
    let state: State
    /// The shared values as they were then.
    let shared: SharedSnapshot
    /// True if another action's commit gave rise to it, by `Effect.send`.
    let isFollowUp: Bool
    /// The number of actions of the program that had been sent.
    let turn: Int
    /// The time of the run's clock.
    let now: TestClock<Duration>.Instant
    /// Why no worker could reduce the action.
    let failure: HostedFailureReason?

    var text: String { shared.look { ValueText.text(of: state) } }
  }

  /// The first holds the state that the run began with.
  var commits: [Commit] = []
  var issues: [String] = []
  var faultEvents: [String] = []
  /// True if the effects came to an end, or waited for the clock, in the end.
  var cameToRest = true

  /// The actions that the store accepted, in the order in which they committed.
  var accepted: [Commit] { commits.filter { $0.action != nil && !$0.isFollowUp } }
}
