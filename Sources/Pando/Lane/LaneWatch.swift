/// The reasons for which lanes are shown what a commit made of their state: how many lanes have each.
struct LaneWatch: Equatable {
  /// Lanes that are shown the state after this commit in any case: of the action that commits, and of the
  /// next action of the same run.
  var due = 0
  /// Lanes whose effects run on a worker. They are shown a state that may have changed.
  var running = 0
  /// Lanes among the running ones that hold shared values, which change though the state does not.
  var sharing = 0

  static let none = LaneWatch()

  static func + (one: LaneWatch, other: LaneWatch) -> LaneWatch {
    LaneWatch(
      due: one.due + other.due, running: one.running + other.running,
      sharing: one.sharing + other.sharing)
  }

  static func - (one: LaneWatch, other: LaneWatch) -> LaneWatch {
    LaneWatch(
      due: one.due - other.due, running: one.running - other.running,
      sharing: one.sharing - other.sharing)
  }
}
