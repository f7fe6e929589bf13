import Birdsong
import Counter
import Dashboard
import FourInARow
import Imports
import Jobs
import Pando
import PandoCluster
import Plugins
import Previews
import Recipes
import SignIn
import Stations
import Survey
import Todos
import Weather

/// The worker that tests start. It hosts the features of all examples, with clients that answer as
/// those of the tests do.
@main
struct TestWorker: PandoProgram {
  static var features: some HostedFeatures {
    Feature { Counter() }
    Feature { TodoList() }
    Feature { RecipeForm() }
    Feature { RecipeBook.Path.body }
    Feature { Recorder() }
    Feature { StationSearch() }
    Feature { SignIn() }
    Feature { Opponent() }
    Feature { FileImport() }
    Feature { Preview() }
    Feature { Job() }
    Feature { Slot() }
    Feature { Gauge() }
    Feature { Panel() }
    Feature { SettingsForm() }
    Feature { Section() }
  }

  static func prepareWorker(_ dependencies: inout DependencyValues) {
    let marks = Marks()
    dependencies.continuousClock = ImmediateClock()
    dependencies.date = .constant(Date(timeIntervalSince1970: 1_800_000_000))
    dependencies.microphone = marks.has("silence") ? .hearing(0, 0) : .hearing(3, 7, 5)
    dependencies.strategy.bestColumn = { board, depth in
      if marks.has("hold") { marks.set("thinking") }
      while marks.has("hold") { try await Task.sleep(for: .milliseconds(5)) }
      return try await Strategy.liveValue.bestColumn(board: board, depth: depth)
    }
    dependencies.timetable = .previewValue
  }

  static func app() async throws {
    print("Tests start this program, as a worker.")
  }
}

/// Files by which a test and its worker tell each other something.
private struct Marks {
  private let folder = URL(
    fileURLWithPath: ProcessInfo.processInfo.environment["EXAMPLES_FOLDER"] ?? "/nowhere")

  func has(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path)
  }

  func set(_ name: String) {
    _ = FileManager.default.createFile(
      atPath: folder.appendingPathComponent(name).path, contents: nil)
  }
}
