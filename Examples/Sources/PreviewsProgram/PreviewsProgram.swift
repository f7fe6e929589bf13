import ArgumentParser
import Foundation
import Pando
import PandoCluster
import Previews

/// The command `previews`.
@main
struct PreviewsProgram: PandoProgram {
  static var features: some HostedFeatures {
    Feature { Preview() }
  }

  static func app() async throws {
    let options = PreviewsOptions.parseOrExit()
    let store = Store(initialState: Gallery.State()) {
      Gallery(time: .seconds(options.seconds))
    } withDependencies: {
      $0.hosting = .workers(options.workers)
    }
    var tasks: [StoreTask] = []
    for path in options.files {
      let url = URL(fileURLWithPath: path)
      tasks.append(
        store.send(.added(name: url.lastPathComponent, file: try FileGrant(reading: url))))
    }
    for task in tasks { await task.finish() }
    for preview in store.state.previews { print("\(preview.id): \(words(for: preview.outcome))") }
    await store.stop()
  }

  private static func words(for outcome: Preview.State.Outcome) -> String {
    switch outcome {
    case .waiting: "not decoded"
    case .picture(let picture): "\n" + picture.lines.joined(separator: "\n")
    case .noPicture(let reason): "no picture: \(reason)"
    case .deadly: "no picture: it crashed the decoder"
    case .endless: "no picture: it kept the decoder for too long"
    }
  }
}
