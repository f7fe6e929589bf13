import Pando
import Testing

@testable import PandoTool

@Suite("Drawing")
struct ScreenViewTests {
  private var view: DemoView {
    var view = DemoView(
      title: "counting in 2 workers", directory: "/a/directory", seconds: 12.34)
    view.workers = [
      DemoView.Worker(name: "worker 1", processID: 4_711, childCount: 2, actionsPerSecond: 1_234.4),
      DemoView.Worker(name: "worker 2", processID: nil, childCount: 1, actionsPerSecond: 617.2),
    ]
    for id in 1...6 {
      view.progress.shards.append(
        ShardProgress(
          id: id, fileCount: 200, settledFiles: id * 20, actionCount: 30,
          interruptionCount: id == 2 ? 1 : 0))
    }
    view.progress.counts.files = 420
    view.progress.counts.words = 1_234_567
    view.actionsPerSecond = 1_800
    return view
  }

  private func lines(
    width: Int, height: Int, _ view: DemoView, _ events: [DemoEvent]
  ) -> [String] {
    let store = Store(
      initialState: Screen.State(size: ScreenSize(width: width, height: height))
    ) {
      Screen()
    }
    for event in events { store.send(.happened(event)) }
    store.send(.changed(view))
    return ScreenView(store: store).body.lines
  }

  private let events = (0..<30).map { DemoEvent(seconds: Double($0), text: "event \($0)") }

  @Test("a view of 80 columns is drawn as here")
  func drawing() {
    let lines = lines(width: 80, height: 20, view, Array(events.prefix(2)))
    let expected = """
      pando demo: counting in 2 workers                                         12.3 s
      /a/directory

      worker 1   process 4711     2 children   1,234 actions/s [#####################]
      worker 2   starting            1 child     617 actions/s [##########...........]

      shard 1    [###............................]  10 %  20 of 200
      shard 2    [######.........................]  20 %  40 of 200, re-hosted
      shard 3    [#########......................]  30 %  60 of 200
      shard 4    [############...................]  40 %  80 of 200
      shard 5    [###############................]  50 %  100 of 200
      shard 6    [##################.............]  60 %  120 of 200
      all files  [##########.....................]  35 %  420 of 1,200
      1,234,567 words, 0 lines, 0 bytes, 180 actions, 1,800 actions/s

         0.00 s  event 0
         1.00 s  event 1
      """
    #expect(
      lines.map { String($0.reversed().drop { $0 == " " }.reversed()) }
        == expected.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
  }

  @Test("each line is as wide as the terminal, and there are no more than it has")
  func sizes() {
    for width in [1, 2, 10, 30, 57, 80, 133, 300] {
      for height in [1, 5, 10, 15, 24, 60] {
        let lines = lines(width: width, height: height, view, events)
        #expect(lines.count <= height)
        #expect(lines.allSatisfy { $0.count == width })
      }
    }
  }

  @Test("with little room the last events are shown, and shards that are not are numbered")
  func littleRoom() {
    let lines = lines(width: 80, height: 16, view, events)
    #expect(lines.contains { $0.contains("and 4 more shards") })
    #expect(lines.last?.contains("event 29") == true)
    #expect(lines.contains { $0.contains("event 26") })
  }

  @Test("a view without shards is its title, its directory and the events")
  func noShards() {
    let view = DemoView(title: "looking for files", directory: "/d", seconds: 1)
    let lines = lines(width: 40, height: 10, view, Array(events.prefix(1)))
    #expect(lines.count == 5)
  }
}
