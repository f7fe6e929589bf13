import ArgumentParser
import Foundation
import Pando
import PandoCluster
import Survey

/// The command `survey`. Its workers are processes of this same program, on this machine or on others.
@main
struct SurveyProgram: PandoProgram {
  static var features: some HostedFeatures {
    Feature { Section() }
  }

  @MainActor
  static func app() async throws {
    let options = SurveyOptions.parseOrExit()
    let store = Store(
      initialState: Survey.State(below: options.below, sections: options.sections)
    ) {
      Survey()
    } withDependencies: {
      if let coordinator = options.coordinator {
        $0.hosting = .coordinator(coordinator, silenceMilliseconds: 3_000)
      } else {
        $0.hosting = options.workers > 0 ? .workers(options.workers) : .direct
      }
    }
    let reporter = options.places ? Task { await report(store) } : nil
    await store.send(.start).finish()
    reporter?.cancel()
    for section in store.sections { print("\(section.id). \(section.primes)") }
    print("There are \(store.primes) primes below \(options.below).")
    await store.stop()
  }

  /// Says once a second how far it is, and who counts what.
  @MainActor
  private static func report(_ store: StoreOf<Survey>) async {
    while (try? await Task.sleep(for: .seconds(1))) != nil {
      let places = Dictionary(grouping: store.hostedChildren) { $0.worker ?? "nobody" }
        .sorted { $0.key < $1.key }
        .map { worker, children in
          "\(worker) has \(children.flatMap(\.identities).sorted().joined(separator: " "))"
        }
      let line =
        "\(store.doneCount) of \(store.sections.count) done; \(places.joined(separator: "; "))\n"
      try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
    }
  }
}
