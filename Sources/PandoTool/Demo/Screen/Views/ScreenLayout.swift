/// The division of the terminal's lines.
struct ScreenLayout: Equatable, Sendable {
  let size: ScreenSize
  /// Shards that get a line each.
  let shardCount: Int
  /// Shards that get none.
  let hiddenShardCount: Int
  /// Events that get a line each.
  let eventCount: Int

  /// The number of events that are always shown, if there are so many.
  private static let eventsAtLeast = 4

  init?(_ state: Screen.State) {
    guard let view = state.view else { return nil }
    size = state.size
    let shards = view.progress.shards.count
    var used = HeadView.height + view.workers.count
    if shards > 0 {
      let room = max(1, size.height - used - Self.eventsAtLeast - 4)
      shardCount = shards <= room ? shards : room - 1
      hiddenShardCount = shards - shardCount
      used += 1 + shardCount + (hiddenShardCount > 0 ? 1 : 0) + TotalsView.height
    } else {
      shardCount = 0
      hiddenShardCount = 0
    }
    eventCount = min(state.events.count, max(0, size.height - used - 1))
  }
}
