import ArgumentParser
import Birdsong
import Pando
import PandoCluster

/// The command `birdsong`.
@main
struct BirdsongProgram: PandoProgram {
  static var features: some HostedFeatures {
    Feature { Recorder() }
  }

  static func app() async throws {
    let options = BirdsongOptions.parseOrExit()
    let file = URL(fileURLWithPath: options.file)
    let store = Store(initialState: Aviary.State(file: file)) {
      Aviary()
    } withDependencies: {
      $0.hosting = options.workers > 0 ? .workers(options.workers) : .direct
    }
    if options.seconds > 0 { await record(options.seconds, store) }
    if let id = options.delete {
      store.send(.deleteButtonTapped(id))
      store.send(.alert(.presented(.deleteConfirmed(id))))
    }
    list(store.state.takes, file)
    try await store.state.$takes.save()
    await store.stop()
  }

  private static func record(_ seconds: Int, _ store: StoreOf<Aviary>) async {
    store.send(.recordButtonTapped)
    for await state in store.states {
      guard let recorder = state.recorder else { continue }
      if isatty(STDOUT_FILENO) == 1 {
        let level = String(repeating: "#", count: recorder.levels.last ?? 0)
        print(recorder.countdown > 0 ? "\(recorder.countdown)..." : level)
      }
      if recorder.levels.count >= seconds { break }
    }
    await store.send(.recorder(.presented(.stopButtonTapped))).finish()
  }

  private static func list(_ takes: IdentifiedArrayOf<Take>, _ file: URL) {
    for take in takes {
      let levels = take.levels.map(String.init).joined(separator: " ")
      print("take \(take.id), \(take.levels.count) s: \(levels)")
    }
    print("\(takes.count) in \(file.path)")
  }
}

/// The command line.
struct BirdsongOptions: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "birdsong",
    abstract: "Record birds, and keep the takes in a file.")

  @Option(help: "How many worker processes host the recorder; 0 hosts it in this one.")
  var workers = 1

  @Option(help: "How long to record, up to 7 seconds of a bird's; 0 only lists the takes.")
  var seconds = 4

  @Option(help: "The file with the takes.")
  var file = "birdsong.json"

  @Option(help: "The number of a take to delete.")
  var delete: Int?

  func validate() throws {
    guard (0...16).contains(workers) else {
      throw ValidationError("--workers must be from 0 to 16.")
    }
    guard (0...7).contains(seconds) else {
      throw ValidationError("--seconds must be from 0 to 7.")
    }
  }
}
