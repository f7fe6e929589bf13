import Pando
import PandoHosting

/// The current work, and its place.
struct HeadView: StoreView {
  static let height = 3

  let store: Store<DemoView, Screen.Action>
  let width: Int

  private struct Head: Equatable, Sendable {
    let title: String
    let directory: String
    let time: String

    init(_ view: DemoView) {
      title = view.title
      directory = view.directory
      time = view.seconds.formatted(decimals: 1) + " s"
    }
  }

  var body: ScreenLines {
    WithViewStore(store, observe: Head.init) { head in
      let title = "pando demo: \(head.title)".cut(to: max(0, width - head.time.count - 2))
      ScreenLines(title + head.time.right(in: width - title.count))
      ScreenLines(head.directory.printable)
      ScreenLines("")
    }
  }
}
