import ClusterFeatures
import Foundation
import Pando
import PandoCluster
import Testing

/// Files that workers read without a right to open them.
@Suite("A granted file", .serialized, .timeLimit(.minutes(5)))
struct FileGrantTests {
  private struct Place {
    let folder = FileManager.default.temporaryDirectory.path + "/pando-\(UUID().uuidString)"

    init() throws {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    func file(_ name: String, _ text: String) throws -> String {
      let path = "\(folder)/\(name)"
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      return path
    }

    func remove() { try? FileManager.default.removeItem(atPath: folder) }
  }

  /// Runs a test with a desk on one worker; in a sandbox where the kernel has one.
  private func withDesk(
    _ sandbox: Sandbox? = Landlock.version >= 1 ? Sandbox() : nil, _ hosting: Hosting? = nil,
    _ body: (StoreOf<Desk>, Place) async throws -> Void
  ) async throws {
    let place = try Place()
    defer { place.remove() }
    let store = Store(initialState: Desk.State()) {
      Desk(sandbox)
    } withDependencies: {
      $0.hosting = hosting ?? .workers(1, executable: ClusterProgram.path)
    }
    try await stopping(store) { try await body($0, place) }
  }

  private func processID(_ store: StoreOf<Desk>) async throws -> Int32 {
    var processID: Int32?
    try await eventually("the worker is there") {
      processID = store.workers.first { $0.state == .ready }?.processID
      return processID != nil
    }
    return try #require(processID)
  }

  private func descriptorCount(of process: Int32) -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count) ?? -1
  }

  private static let long = String(repeating: "0123456789abcdef", count: 4_096)

  @Test("is read in a reducer and in an effect, as often as one likes, after it was removed")
  func reading() async throws {
    try await withDesk { store, place in
      let path = try place.file("file", Self.long)
      let grant = try FileGrant(reading: path)
      // Of the other only the action has it, which commits before the effect begins.
      let task = store.send(.reader(.readLater(try FileGrant(reading: path), milliseconds: 300)))
      try FileManager.default.removeItem(atPath: path)
      for _ in 0..<2 { await store.send(.reader(.read(grant))).finish() }
      await task.finish()
      #expect(store.state.reader?.texts == [Self.long, Self.long, Self.long])
    }
  }

  @Test("is open for as long as somebody holds it, in the program and on its worker")
  func descriptors() async throws {
    try await withDesk { store, place in
      let path = try place.file("file", "text")
      await store.send(.reader(.hold(nil))).finish()
      let worker = try await processID(store)
      let before = [getpid(), worker].map(descriptorCount)
      for _ in 0..<200 { await store.send(.reader(.read(try FileGrant(reading: path)))).finish() }
      await store.send(.reader(.hold(try FileGrant(reading: path)))).finish()
      #expect(store.state.reader?.texts == Array(repeating: "text", count: 200))
      // What else the processes open and close is little.
      for (process, count) in zip([getpid(), worker], before) {
        try await eventually("the others are closed") {
          descriptorCount(of: process) < count + 20
        }
      }
      await store.send(.reader(.readHeld)).finish()
      #expect(store.state.reader?.texts.last == "text")
      let held = try #require(store.state.reader?.held)
      #expect(Reader.text(of: held) == "text")
    }
  }

  @Test("is at its first byte for the next worker, when one is killed in the middle")
  func killedWorker() async throws {
    try await withDesk { store, place in
      let grant = try FileGrant(reading: place.file("file", Self.long))
      await store.send(.reader(.hold(grant))).finish()
      let worker = try await processID(store)
      let task = store.send(.reader(.readSlowly(grant, stayingIn: worker)))
      try await eventually("it is at the file's end") { Self.isAtEnd(worker) }
      kill(worker, SIGKILL)
      await task.finish()
      // The rest of the file, as the next worker stays nowhere.
      #expect(store.state.reader?.texts == [Self.long])
      await store.send(.reader(.readHeld)).finish()
      #expect(store.state.reader?.texts == [Self.long, Self.long])
      let next = try await processID(store)
      #expect(next != worker)
    }
  }

  @Test("has a position for each process")
  func positions() async throws {
    try await withDesk { store, place in
      let grant = try FileGrant(reading: place.file("file", "one two"))
      let text = Reader.text(of: grant) { descriptor in
        lseek(descriptor, 4, SEEK_SET)
        store.send(.reader(.read(grant)))
        let start = ContinuousClock.now
        while store.state.reader?.texts.isEmpty != false,
          start.duration(to: .now) < .seconds(60)
        { usleep(1_000) }
      }
      #expect(store.state.reader?.texts == ["one two"])
      #expect(text == "two")
    }
  }

  @Test("is one position, and says so where two closures want it")
  func nesting() async throws {
    try await withDesk { store, place in
      let one = try FileGrant(reading: place.file("one", "one"))
      let two = try FileGrant(reading: place.file("two", "two"))
      await store.send(.reader(.readTwice(one, two))).finish()
      #expect(store.state.reader?.texts == ["\(FileGrantError.inUse)", "two", "one"])
    }
  }

  @Test(
    "lets a worker read, and nothing else",
    .enabled(if: Landlock.version >= 3, "this kernel restricts too little"))
  func abuse() async throws {
    try await withDesk { store, place in
      let path = try place.file("file", "text")
      chmod(path, 0o600)
      await store.send(.reader(.abuse(try FileGrant(reading: path)))).finish()
      let outcomes = try #require(store.state.reader?.outcomes)
      #expect(outcomes.count == 15)
      #expect(outcomes.filter { $0.value == 0 }.isEmpty)
      #expect(FileManager.default.contents(atPath: path) == Data("text".utf8))
      var status = stat()
      #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
      // What is written by another is read, as the file is not copied.
      let grant = try FileGrant(reading: path)
      try #require(FileHandle(forWritingAtPath: path)).write(Data("next".utf8))
      await store.send(.reader(.read(grant))).finish()
      #expect(store.state.reader?.texts == ["next"])
    }
  }

  @Test("is gone where the program holds it no more")
  func gone() async throws {
    try await withDesk { store, place in
      let written = try JSONEncoder().encode([FileGrant(reading: place.file("file", "text"))])
      let read = try JSONDecoder().decode([FileGrant].self, from: written)
      await store.send(.reader(.read(read[0]))).finish()
      #expect(store.state.reader?.texts == ["\(FileGrantError.gone)"])
      #expect(Reader.text(of: read[0]) == "\(FileGrantError.gone)")
    }
  }

  @Test("that a worker has no descriptor for fails alone")
  func shortage() async throws {
    try await withDesk(Landlock.version >= 1 ? Sandbox(openFiles: 20) : nil) { store, place in
      if Landlock.version < 1 { return }
      let path = try place.file("file", "text")
      await store.send(.reader(.takeDescriptors)).finish()
      await store.send(.reader(.read(try FileGrant(reading: path)))).finish()
      #expect(store.state.reader?.texts == ["\(FileGrantError.failed(errno: EMFILE))"])
      #expect(store.workers.allSatisfy { $0.restartCount == 0 })
    }
  }

  @Test("is not for workers that somebody else has started")
  func elsewhere() async throws {
    let place = try Place()
    defer { place.remove() }
    let endpoint = "ipc://\(place.folder)/s"
    let worker = Process()
    worker.executableURL = URL(fileURLWithPath: ClusterProgram.path)
    worker.arguments = ["worker", "--bind", endpoint]
    worker.standardError = FileHandle.nullDevice
    try worker.run()
    defer { worker.terminate() }
    try await withDesk(nil, .workers(at: [endpoint])) { store, _ in
      let grant = try FileGrant(reading: place.file("file", "text"))
      await store.send(.reader(.read(grant))).finish()
      #expect(store.state.reader?.texts == ["\(FileGrantError.elsewhere)"])
    }
  }

  @Test("of a child goes with it")
  func ended() async throws {
    try await withDesk { store, place in
      let path = try place.file("file", "text")
      await store.send(.reader(.hold(try FileGrant(reading: path)))).finish()
      let worker = try await processID(store)
      #expect(Self.holders(of: path, worker) == 1)
      await store.send(.clear).finish()
      try await eventually("the worker has closed it") { Self.holders(of: path, worker) == 0 }
      #expect(Self.holders(of: path, getpid()) == 0)
    }
  }

  /// True if a process has read a file of some length to its end.
  private static func isAtEnd(_ process: Int32) -> Bool {
    let folder = "/proc/\(process)/fdinfo"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.contains { name in
      let info = FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data()
      return String(decoding: info, as: UTF8.self).hasPrefix("pos:\t\(long.utf8.count)\n")
    }
  }

  /// The number of descriptors that a process has of a file.
  private static func holders(of path: String, _ process: Int32) -> Int {
    let folder = "/proc/\(process)/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.count {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")) == path
    }
  }
}
