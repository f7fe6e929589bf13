import ExampleTestSupport
import Foundation
import PandoTesting
import Previews
import Testing

@Suite("Previews of pictures")
struct PreviewsTests {
  @Test("show what is in a file", arguments: Place.allCases)
  func picture(place: Place) async throws {
    let files = try Files()
    let store = gallery(place)
    let picture = Picture(lines: ["@  ", " + "])
    try await add(
      files.make("P2\n3 2\n255\n0 255 255\n# a comment\n255 120 255\n"), .picture(picture),
      to: store)
    await store.finish()
  }

  @Test("are small", arguments: Place.allCases)
  func large(place: Place) async throws {
    let files = try Files()
    let store = gallery(place)
    let pixels = String(repeating: "9 ", count: 300 * 200)
    let lines = Array(repeating: String(repeating: " ", count: 32), count: 12)
    try await add(files.make("P2 300 200 9\n\(pixels)"), .picture(Picture(lines: lines)), to: store)
    await store.finish()
  }

  @Test("say why there is none", arguments: Place.allCases)
  func noPicture(place: Place) async throws {
    let files = try Files()
    let store = gallery(place)
    for (text, failure): (String, Picture.Failure) in [
      ("", .otherFormat), ("P6 1 1 255\n", .otherFormat), ("P2 5000 1 9 1", .tooLarge),
      ("P2 2 2 9 1 1 1", .incomplete),
    ] {
      try await add(files.make(text), .noPicture(reason: "\(failure)"), to: store)
    }
    await store.finish()
  }

  @Test("are decoded again where another file crashed the worker, or nobody's did")
  func innocent() async throws {
    let file = try Files().make("P2 1 1 9 0")
    let store = gallery(.inPlace, [Preview.State(id: "a", file: file)])
    let loss = HostedLoss(worker: "worker 1", cause: .crashed, blame: .innocent)
    await store.send(.previews(.element(id: "a", action: .interrupted(loss))))
    await store.receive(\.previews[id: "a"].decoded, .picture(Picture(lines: ["@"]))) {
      $0.previews[id: "a"]?.file = nil
      $0.previews[id: "a"]?.outcome = .picture(Picture(lines: ["@"]))
    }
    await store.finish()
  }

  @Test("are given up where they crash the decoder, or keep it")
  func certain() async throws {
    let file = try Files().make("P2 1 1 9 0")
    for (cause, outcome): (HostedWorkerLoss.Cause, Preview.State.Outcome) in [
      (.crashed, .deadly), (.hung, .endless),
    ] {
      let store = gallery(.inPlace, [Preview.State(id: "a", file: file)])
      let loss = HostedLoss(worker: "worker 1", cause: cause, blame: .certain, effect: "decode")
      await store.send(.previews(.element(id: "a", action: .interrupted(loss))))
      await store.receive(\.previews[id: "a"].decoded, outcome) {
        $0.previews[id: "a"]?.file = nil
        $0.previews[id: "a"]?.outcome = outcome
      }
      await store.finish()
    }
  }

  private func add(
    _ file: FileGrant, _ outcome: Preview.State.Outcome, to store: TestStoreOf<Gallery>
  ) async throws {
    let id = "\(store.state.previews.count)"
    await store.send(.added(name: id, file: file)) {
      $0.previews.append(Preview.State(id: id, file: file))
    }
    await store.receive(\.previews[id: id].decode)
    await store.receive(\.previews[id: id].decoded, outcome) {
      $0.previews[id: id]?.file = nil
      $0.previews[id: id]?.outcome = outcome
    }
  }

  private func gallery(
    _ place: Place, _ previews: IdentifiedArrayOf<Preview.State> = []
  ) -> TestStoreOf<Gallery> {
    var state = Gallery.State()
    state.previews = previews
    return TestStore(initialState: state, faults: place.faults) {
      Gallery()
    } withDependencies: {
      place.prepare(&$0)
      // A sandbox is for workers that the program starts itself.
      if place == .hosted { $0.hosting = WorkerProcess.workers(1) }
    }
  }
}

/// Pictures in a folder, which goes with the last use of them.
final class Files {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "pando-\(UUID().uuidString)")
  private var count = 0

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func make(_ text: String) throws -> FileGrant {
    count += 1
    let url = folder.appending(path: "\(count).pgm")
    try Data(text.utf8).write(to: url)
    return try FileGrant(reading: url)
  }
}
