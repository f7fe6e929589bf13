import Foundation
import Glibc
import PandoDependencies
import PandoSharing
import Synchronization
import Testing

private struct Settings: Codable, Equatable, Sendable {
  var theme = "light"
  var size = 12
}

@Suite("Shared values in files", .timeLimit(.minutes(15)))
struct FileStorageTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("pando-shared-\(UUID())")
  private var url: URL { folder.appendingPathComponent("deep/settings.json") }

  private func onDisk<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await withDependencies {
      $0.defaultFileStorage = .fileSystem
    } operation: {
      try await body()
    }
  }

  private func wait(
    _ isDone: () -> Bool, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let end = ContinuousClock.now + .seconds(30)
    while !isDone(), ContinuousClock.now < end { try? await Task.sleep(for: .milliseconds(2)) }
    #expect(isDone(), sourceLocation: sourceLocation)
  }

  private var stored: Settings? {
    (try? Data(contentsOf: url)).flatMap { try? JSONDecoder().decode(Settings.self, from: $0) }
  }

  @Test("a test has files in memory, unless it asks for the disk")
  func inMemory() {
    do {
      @Shared(.fileStorage(url)) var settings = Settings()
      $settings.withLock { $0.size = 20 }
    }
    @Shared(.fileStorage(url)) var settings = Settings()
    #expect(settings.size == 20)
    #expect(!FileManager.default.fileExists(atPath: url.path))
    withDependencies {
      $0.defaultFileStorage = .inMemory
    } operation: {
      @Shared(.fileStorage(url)) var settings = Settings()
      #expect(settings.size == 12)
    }
  }

  @Test("a change is written in the background, and read by whoever comes next")
  func roundTrip() async throws {
    try await onDisk {
      do {
        @Shared(.fileStorage(url)) var settings = Settings()
        #expect(stored == nil)
        for size in 0..<200 { $settings.withLock { $0.size = size } }
        try await $settings.save()
        #expect(stored == Settings(size: 199))
      }
      @Shared(.fileStorage(url)) var settings = Settings()
      #expect(settings.size == 199)
      let files = try FileManager.default.contentsOfDirectory(
        atPath: url.deletingLastPathComponent().path)
      #expect(files == ["settings.json"])
    }
  }

  @Test("what another process writes, replaces or removes is there soon")
  func changesOfOthers() async throws {
    try await onDisk {
      @Shared(.fileStorage(url)) var settings = Settings()
      try JSONEncoder().encode(Settings(size: 30)).write(to: url)
      await wait { settings.size == 30 }
      let other = folder.appendingPathComponent("deep/other")
      try JSONEncoder().encode(Settings(size: 40)).write(to: other)
      #expect(rename(other.path, url.path) == 0)
      await wait { settings.size == 40 }
      try FileManager.default.removeItem(at: url)
      await wait { settings.size == 12 }
      // Its own writing is no news, and does not bring back what was.
      for size in 50..<60 { $settings.withLock { $0.size = size } }
      try await $settings.save()
      #expect(settings.size == 59 && stored?.size == 59)
    }
  }

  @Test("a file that cannot be decoded stays, and is put aside once something is written")
  func corrupt() async throws {
    try await onDisk {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data("{broken".utf8).write(to: url)
      var shared: Shared<Settings>?
      withKnownIssue {
        shared = Shared(wrappedValue: Settings(size: 1), .fileStorage(url))
        #expect(shared?.wrappedValue.size == 1)
      } matching: { issue in
        let text = "\(issue)"
        return text.contains(url.path) && text.contains("default value")
          && text.contains("FileStorageTests.swift:")
      }
      #expect(try String(contentsOf: url, encoding: .utf8) == "{broken")
      let settings = try #require(shared)
      settings.withLock { $0.size = 2 }
      try await settings.save()
      #expect(stored?.size == 2)
      let kept = url.deletingLastPathComponent().appendingPathComponent("settings.json.unreadable")
      #expect(try String(contentsOf: kept, encoding: .utf8) == "{broken")
    }
  }

  /// A limit on the size of files fails a write as a full disk does. It holds for the whole process.
  private static func fillDisk(_ path: String) async throws {
    let url = URL(fileURLWithPath: path)
    let shared = withDependencies {
      $0.defaultFileStorage = .fileSystem
    } operation: {
      Shared(wrappedValue: Settings(), .fileStorage(url))
    }
    func stored() throws -> Settings {
      try JSONDecoder().decode(Settings.self, from: Data(contentsOf: url))
    }
    shared.withLock { $0.size = 5 }
    try await shared.save()
    signal(SIGXFSZ, SIG_IGN)
    var old = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &old)
    var small = rlimit(rlim_cur: 1_048_576, rlim_max: old.rlim_max)
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &small)
    let theme = String(repeating: "x", count: 2_097_152)
    shared.withLock { $0.theme = theme }
    let error = await #expect(throws: (any Error).self) { try await shared.save() }
    #expect(error.map { "\($0)".contains(path) && "\($0)".contains("is as it was") } == true)
    #expect(shared.saveError != nil && shared.wrappedValue.theme == theme)
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &old)
    #expect(try stored() == Settings(size: 5))
    let folder = url.deletingLastPathComponent().path
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["settings.json"])
    try await shared.save()
    #expect(try stored().theme == theme)
    #expect(shared.saveError == nil)
  }

  @Test("a full disk leaves the old file, and says so")
  func fullDisk() async {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = url.path
    await #expect(processExitsWith: .success) { [file = file as String] in
      try await Self.fillDisk(file)
    }
  }

  private static func changeAndExit(_ path: String) -> Never {
    withDependencies {
      $0.defaultFileStorage = .fileSystem
    } operation: {
      @Shared(.fileStorage(URL(fileURLWithPath: path))) var settings = Settings()
      for size in 0..<100 { $settings.withLock { $0.size = size } }
      exit(0)
    }
  }

  @Test("a program that exits writes what waits first")
  func atExit() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = url.path
    await #expect(processExitsWith: .success) { [file = file as String] in
      Self.changeAndExit(file)
    }
    #expect(stored == Settings(size: 99))
  }

  @Test("properties of one file share it, whatever its coding")
  func ownCoding() async throws {
    try await onDisk {
      let key = FileStorageKey<Int>.own(url)
      @Shared(key) var count = 0
      @Shared(.own(url)) var other = 0
      $count.withLock { $0 = 7 }
      try await $count.save()
      #expect(other == 7)
      #expect(try String(contentsOf: url, encoding: .utf8) == "7")
    }
  }

  /// Stops the first that comes with one text, until it is let go on.
  private final class Gate: Sendable {
    private let text: String
    private let isReached = Mutex(false)
    private let isOpen = DispatchSemaphore(value: 0)

    init(_ text: String) { self.text = text }

    var isTaken: Bool { isReached.withLock { $0 } }

    func pass(_ data: Data) {
      let mustWait = isReached.withLock { isReached in
        if isReached || String(decoding: data, as: UTF8.self) != text { return false }
        isReached = true
        return true
      }
      if mustWait { isOpen.wait() }
    }

    func open() { isOpen.signal() }
  }

  @Test("a value that is not yet written is found by whoever comes next")
  func pending() async throws {
    try await onDisk {
      let gate = Gate("2")
      do {
        @Shared(.own(url, writing: gate.pass)) var count = 0
        $count.withLock { $0 = 1 }
        try await $count.save()
        $count.withLock { $0 = 2 }
        await wait { gate.isTaken }
      }
      do {
        // It is being written.
        @Shared(.own(url)) var count = 0
        #expect(count == 2)
        $count.withLock { $0 = 3 }
      }
      // It waits to be.
      @Shared(.own(url)) var count = 0
      #expect(count == 3)
      try await { [$count] in
        async let isSaved: Void = $count.save()
        gate.open()
        try await isSaved
      }()
      #expect(try count == 3 && String(contentsOf: url, encoding: .utf8) == "3")
    }
  }

  @Test("a change that is made while the file is read comes first")
  func changeWhileReading() async throws {
    try await onDisk {
      let gate = Gate("9")
      @Shared(.own(url, reading: gate.pass)) var count = 0
      let marker = url.deletingLastPathComponent().appendingPathComponent("marker")
      @Shared(.own(marker)) var mark = 0
      try Data("9".utf8).write(to: url)
      await wait { gate.isTaken }
      $count.withLock { $0 = 5 }
      gate.open()
      try await $count.save()
      // What was read of one file has arrived before what is read of another.
      try Data("1".utf8).write(to: marker)
      await wait { mark == 1 }
      #expect(try count == 5 && String(contentsOf: url, encoding: .utf8) == "5")
    }
  }

  @Test("changes while a file is written change the value in place")
  func inPlace() async throws {
    try await onDisk {
      let gate = Gate("0")
      let key = FileStorageKey<[Int]>.fileStorage(
        url, decode: { _ in [] },
        encode: { items in
          let data = Data("\(items[0])".utf8)
          gate.pass(data)
          return data
        })
      @Shared(key) var items = Array(repeating: 0, count: 1_000)
      func change() -> UnsafePointer<Int>? {
        $items.withLock { items in
          items[0] += 1
          return items.withUnsafeBufferPointer(\.baseAddress)
        }
      }
      $items.withLock { $0[1] = 1 }
      await wait { gate.isTaken }
      // The one that is being written is copied.
      let first = change()
      #expect(change() == first && change() == first)
      gate.open()
      try await $items.save()
      #expect(try String(contentsOf: url, encoding: .utf8) == "3")
    }
  }
}

extension SharedReaderKey where Self == FileStorageKey<Int> {
  fileprivate static func own(
    _ url: URL, reading: @escaping @Sendable (Data) -> Void = { _ in },
    writing: @escaping @Sendable (Data) -> Void = { _ in }
  ) -> Self {
    .fileStorage(
      url,
      decode: { data in
        reading(data)
        return Int(String(decoding: data, as: UTF8.self)) ?? -1
      },
      encode: { value in
        let data = Data("\(value)".utf8)
        writing(data)
        return data
      })
  }
}
