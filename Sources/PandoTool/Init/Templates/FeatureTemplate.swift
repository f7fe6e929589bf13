/// The sources of a new package.
enum FeatureTemplate {
  static let child = """
    package import Pando

    /// Counts the words of texts. It is hosted: its reducer and its effects run in a worker process.
    @Reducer
    package struct WordCounter {
      /// It crosses to the worker and back, so it is `Codable`.
      package struct State: Codable, Equatable, Sendable {
        /// The text that is being counted.
        package var text: String?
        package var words = 0
        /// Why the last text was given up, in words for the user.
        package var problem: String?

        package init() {}
      }

      package enum Action: Codable, Equatable, Sendable {
        case textGiven(String)
        case counted(Int)
        /// The worker was lost while the effect ran.
        case interrupted(HostedLoss)
      }

      private enum CancelID { case counting }

      package init() {}

      package var body: some ReducerOf<Self> {
        Reduce { state, action in
          switch action {
          case .textGiven(let text):
            state.text = text
            state.problem = nil
            return count(text)
          case .counted(let words):
            state.text = nil
            state.words += words
            return .none
          case .interrupted(let loss):
            guard let text = state.text else { return .none }
            // The worker was killed, or crashed by somebody else's code: begin again.
            guard loss.blame == .certain else { return count(text) }
            state.text = nil
            state.problem = "This text crashes the worker."
            return .none
          }
        }
      }

      /// Counts in an effect, as it may take long or crash. The log says its name when it crashes.
      private func count(_ text: String) -> Effect<Action> {
        .run(name: "counting") { send in
          await send(.counted(text.split(separator: " ").count))
        }
        .cancellable(id: CancelID.counting, cancelInFlight: true)
      }
    }

    """

  static let parent = """
    package import Pando

    /// The whole program: a hosted counter, and what its parent makes of it.
    @Reducer
    package struct {{Module}}Feature {
      package struct State: Equatable, Sendable {
        package var counter = WordCounter.State()
        package var texts = 0

        package init() {}
      }

      package enum Action: Sendable {
        case counter(WordCounter.Action)
      }

      package init() {}

      package var body: some ReducerOf<Self> {
        // Without `.hosted()` it is the same program in one process.
        Scope(state: \\.counter, action: \\.counter) {
          WordCounter().hosted(interrupted: { .interrupted($0) })
        }
        Reduce { state, action in
          switch action {
          case .counter(.counted): state.texts += 1
          case .counter: break
          }
          return .none
        }
      }
    }

    """

  static let program = """
    import Foundation
    import {{Module}}
    import Pando
    import PandoCluster

    @main
    struct Main: PandoProgram {
      /// The features that the program hosts when it is started as a worker.
      static var features: some HostedFeatures {
        Feature { WordCounter() }
      }

      static func app() async throws {
        let store = Store(initialState: {{Module}}Feature.State()) {
          {{Module}}Feature()
        } withDependencies: {
          $0.hosting = .workers(1)  // one more process of this binary
        }
        for text in CommandLine.arguments.dropFirst() {
          await store.send(.counter(.textGiven(text))).finish()
          if let problem = store.state.counter.problem { print(problem) }
        }
        let worker = store.hostedChildren.compactMap(\\.processID).map(String.init).joined()
        let own = ProcessInfo.processInfo.processIdentifier
        print("\\(store.state.counter.words) words, counted by process \\(worker) for process \\(own)")
        await store.stop()
      }
    }

    """

  static let tests = """
    import {{Module}}
    import PandoTesting
    import Testing

    @Suite("The word counter")
    struct WordCounterTests {
      @Test("counts the words of each text, and its parent the texts")
      func counts() async {
        let store = TestStore(initialState: {{Module}}Feature.State()) { {{Module}}Feature() }
        await store.send(\\.counter.textGiven, "one two") { $0.counter.text = "one two" }
        await store.receive(\\.counter.counted, 2) {
          $0.counter.text = nil
          $0.counter.words = 2
          $0.texts = 1
        }
        await store.finish()
      }

      @Test("counts again when its worker was killed")
      func killed() async {
        let store = counting("one two")
        let loss = HostedLoss(worker: "worker 1", cause: .killed, blame: .innocent)
        await store.send(.counter(.interrupted(loss)))
        await store.receive(\\.counter.counted, 2) {
          $0.counter.text = nil
          $0.counter.words = 2
          $0.texts = 1
        }
        await store.finish()
      }

      @Test("gives up a text that crashes its worker")
      func crashed() async {
        let store = counting("one two")
        let loss = HostedLoss(worker: "worker 1", cause: .crashed, blame: .certain)
        await store.send(.counter(.interrupted(loss))) {
          $0.counter.text = nil
          $0.counter.problem = "This text crashes the worker."
        }
        await store.finish()
      }

      @Test("does the same on workers that die, answer late and are cut off")
      func hosted() async throws {
        try await expectSameHosted(
          {{Module}}Feature(), initialState: {{Module}}Feature.State(),
          actions: [.counter(.textGiven("one two")), .counter(.textGiven("three"))])
      }

      @Test("can be hosted: everything of it crosses to a worker and back")
      func crosses() {
        let report = hostingReport(
          for: WordCounter(), initialState: WordCounter.State(), actions: [.textGiven("one")])
        #expect(report.canBeHosted, "\\(report)")
      }

      private func counting(_ text: String) -> TestStoreOf<{{Module}}Feature> {
        var state = {{Module}}Feature.State()
        state.counter.text = text
        return TestStore(initialState: state) { {{Module}}Feature() }
      }
    }

    """
}
