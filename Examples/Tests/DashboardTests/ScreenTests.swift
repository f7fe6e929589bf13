import Dashboard
import PandoTesting
import Testing

@Suite("The screen of the dashboard")
struct ScreenTests {
  private let store = Store(
    initialState: Dashboard.State(places: ["Aspen Creek", "Elm"], rounds: 9, limit: 50)
  ) {
    Dashboard()
  } withDependencies: {
    $0.hosting = .direct
  }

  @Test("draws a bar for each gauge, over those that it drew before")
  func terminal() {
    var screen = Screen(isTerminal: true)
    #expect(
      screen.text(showing: store.withState(Frame.init)) == """
        \rAspen Creek \(bar(0)) 0\u{1B}[K
        \rElm         \(bar(0)) 0\u{1B}[K

        """)
    answer("Aspen Creek", 49)
    answer("Elm", 50)
    #expect(
      screen.text(showing: store.withState(Frame.init)) == """
        \u{1B}[2A\rAspen Creek \(bar(24)) 49\u{1B}[K
        \rElm         \u{1B}[31m\(bar(25))\u{1B}[0m 50\u{1B}[K

        """)
  }

  @Test("writes each round once, when every gauge has answered, where there is no terminal")
  func log() {
    var screen = Screen(isTerminal: false)
    #expect(screen.text(showing: store.withState(Frame.init)) == "")
    answer("Aspen Creek", 49)
    #expect(screen.text(showing: store.withState(Frame.init)) == "")
    answer("Elm", 50)
    #expect(screen.text(showing: store.withState(Frame.init)) == "1: Aspen Creek 49, Elm 50!\n")
    #expect(screen.text(showing: store.withState(Frame.init)) == "")
    for level in [7, 8] {
      answer("Elm", level)
      answer("Aspen Creek", level)
    }
    #expect(
      screen.text(showing: store.withState(Frame.init)) == """
        2: Aspen Creek 7, Elm 7
        3: Aspen Creek 8, Elm 8

        """)
  }

  private func answer(_ place: String, _ level: Int) {
    store.send(.gauges(.element(id: place, action: .measured(level))))
  }

  private func bar(_ length: Int) -> String {
    String(repeating: "#", count: length) + String(repeating: ".", count: 50 - length)
  }
}
