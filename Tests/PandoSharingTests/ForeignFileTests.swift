import Foundation
import Glibc
import IssueSupport
import PandoDependencies
import PandoSharing
import Synchronization
import Testing

@Suite("Files of shared values that others change", .timeLimit(.minutes(15)))
struct ForeignFileTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("pando-foreign-\(UUID())")
  private var url: URL { folder.appendingPathComponent("deep/count") }

  private func onDisk<Result>(_ body: () async throws -> Result) async throws -> Result {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
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

  /// Writes a file as another process does.
  private static func replace(_ url: URL, with text: String) {
    let draft = url.deletingLastPathComponent().appendingPathComponent("draft")
    do {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: draft)
      #expect(rename(draft.path, url.path) == 0)
    } catch {
      Issue.record(error)
    }
  }

  private func text(of url: URL) -> String? { try? String(contentsOf: url, encoding: .utf8) }

  @Test("a file that is replaced between its first reading and its watch is read again")
  func beforeWatch() async throws {
    try await onDisk {
      Self.replace(url, with: "1")
      let key = FileStorageKey<Int>.number(url) { [url] data in
        if data == Data("1".utf8) { Self.replace(url, with: "2") }
      }
      @Shared(key) var count = 0
      await wait { count == 2 }
    }
  }

  @Test("a file behind a link to a folder changes with the link")
  func linkedFolder() async throws {
    try await onDisk {
      // So a ConfigMap of Kubernetes is mounted.
      for number in 1...3 {
        Self.replace(folder.appendingPathComponent("..\(number)/count"), with: "\(number)")
      }
      func link(_ name: String, to target: String) {
        #expect(symlink(target, folder.appendingPathComponent(name).path) == 0)
      }
      link("..data", to: "..1")
      link("count", to: "..data/count")
      let url = folder.appendingPathComponent("count")
      @Shared(.number(url)) var count = 0
      #expect(count == 1)
      for number in 2...3 {
        link("..new", to: "..\(number)")
        let (new, data) = (folder.path + "/..new", folder.path + "/..data")
        #expect(rename(new, data) == 0)
        await wait { count == number }
      }
      // The file that the link names now is followed, too.
      Self.replace(folder.appendingPathComponent("..3/count"), with: "4")
      await wait { count == 4 }
      try FileManager.default.removeItem(at: url)
      await wait { count == 0 }
      link("count", to: "..2/count")
      await wait { count == 2 }
    }
  }

  @Test("a file is followed when its folders are removed and made again", arguments: [1, 2])
  func newFolder(_ depth: Int) async throws {
    try await onDisk {
      let url = depth == 1 ? url : folder.appendingPathComponent("deep/deeper/count")
      @Shared(.number(url)) var count = 0
      for number in 1...3 {
        Self.replace(url, with: "\(number)")
        await wait { count == number }
        try FileManager.default.removeItem(at: folder.appendingPathComponent("deep"))
        await wait { count == 0 }
      }
      // Moved away, and another in its place.
      Self.replace(url, with: "7")
      await wait { count == 7 }
      let (deep, old) = (folder.path + "/deep", folder.path + "/old")
      #expect(rename(deep, old) == 0)
      await wait { count == 0 }
      Self.replace(url, with: "8")
      await wait { count == 8 }
    }
  }

  @Test(
    "a file is followed when its folder is another before anybody has noticed",
    arguments: [false, true])
  func replacedFolder(isMoved: Bool) async throws {
    try await onDisk {
      let old = folder.appendingPathComponent("old")
      let key = FileStorageKey<Int>.number(url) { [url] data in
        guard data == Data("1".utf8) else { return }
        // What happens meanwhile is noticed once this returns: then the path leads by the same names to another folder.
        let folder = url.deletingLastPathComponent()
        if isMoved {
          #expect(rename(folder.path, old.path) == 0)
        } else {
          #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) }
        }
        Self.replace(url, with: "2")
      }
      Self.replace(url, with: "0")
      @Shared(key) var count = 0
      Self.replace(url, with: "1")
      await wait { count == 2 }
      // The first of these may be read because of what happened to the former folder.
      for number in 3...4 {
        Self.replace(url, with: "\(number)")
        await wait { count == number }
      }
    }
  }

  @Test("a file that others replace while a write ends here is read again")
  func duringWrite() async throws {
    try await onDisk {
      let marker = url.deletingLastPathComponent().appendingPathComponent("marker")
      let key = FileStorageKey<Int>.number(url)
      @Shared(key) var count = 0
      @Shared(.number(marker)) var mark = 0
      let mine = $mark
      let isWritten = Mutex(false)
      key.save(
        1, context: .userInitiated,
        continuation: SaveContinuation { [url] result in
          // The file has its name, and the write has not ended.
          #expect(throws: Never.self) { try result.get() }
          Self.replace(url, with: "5")
          Self.replace(marker, with: "1")
          // What is told of one file has been told before what is told of another.
          let end = ContinuousClock.now + .seconds(30)
          while mine.wrappedValue != 1, ContinuousClock.now < end { usleep(2_000) }
          isWritten.withLock { $0 = true }
        })
      await wait { isWritten.withLock { $0 } }
      #expect(mark == 1)
      await wait { count == 5 }
    }
  }

  @Test("a file that is replaced keeps its rights")
  func rights() async throws {
    try await onDisk {
      Self.replace(url, with: "1")
      #expect(chmod(url.path, 0o666) == 0)
      @Shared(.number(url)) var count = 0
      $count.withLock { $0 = 2 }
      try await $count.save()
      var status = stat()
      #expect(stat(url.path, &status) == 0 && status.st_mode & 0o777 == 0o666)
      #expect(text(of: url) == "2")
    }
  }

  @Test("drafts that nobody finishes are removed at the first write, and nothing else is")
  func oldDrafts() async throws {
    try await onDisk {
      Self.replace(url, with: "1")
      let folder = url.deletingLastPathComponent()
      let names = [
        ".count.draft-0123abcd", ".count.draft-0123abc", ".count.draft-0123ABCD", ".count.json",
        ".count", ".counter.draft-0123abcd", "count.draft-0123abcd",
      ]
      for name in names + [".count.draft-fedcba98"] {
        try Data("left".utf8).write(to: folder.appendingPathComponent(name))
      }
      let old = [
        timeval(tv_sec: time(nil) - 7_200, tv_usec: 0),
        timeval(tv_sec: time(nil) - 7_200, tv_usec: 0),
      ]
      for name in names {
        #expect(utimes(folder.appendingPathComponent(name).path, old) == 0)
      }
      @Shared(.number(url)) var count = 0
      $count.withLock { $0 = 2 }
      try await $count.save()
      let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(Set(left) == Set(names.dropFirst() + [".count.draft-fedcba98", "count"]))
    }
  }

  @Test("a file that gets its name by a link is read")
  func linkedFile() async throws {
    try await onDisk {
      @Shared(.number(url)) var count = 0
      let draft = folder.appendingPathComponent("draft")
      try Data("7".utf8).write(to: draft)
      #expect(link(draft.path, url.path) == 0)
      await wait { count == 7 }
    }
  }

  /// Takes the right to read a file from this process, and gives it back.
  ///
  /// - Parameters:
  ///   - closed: The file, or a folder on the way to it.
  ///   - rights: The rights that are left.
  private static func mendRights(
    _ path: String, of closed: String, _ rights: mode_t = 0
  ) async throws {
    let url = URL(fileURLWithPath: path)
    replace(url, with: "41")
    let folder = url.deletingLastPathComponent().path
    // An administrator may read everything.
    if geteuid() == 0 {
      for path in [path, folder, closed] { #expect(chown(path, 65_534, 65_534) == 0) }
      #expect(setegid(65_534) == 0 && seteuid(65_534) == 0)
    }
    #expect(chmod(closed, rights) == 0)
    func wait(_ isDone: () -> Bool) {
      let end = ContinuousClock.now + .seconds(30)
      while !isDone(), ContinuousClock.now < end { usleep(2_000) }
    }
    try await withDependencies {
      $0.defaultFileStorage = .fileSystem
    } operation: {
      var shared: Shared<Int>?
      let texts = await failures { shared = Shared(wrappedValue: 0, .number(url)) }
      #expect(texts.first?.contains("Let the program read the file and its folder") == true)
      let count = try #require(shared)
      #expect(count.wrappedValue == 0)
      #expect(chmod(closed, closed == path ? 0o600 : 0o700) == 0)
      wait { count.wrappedValue == 41 }
      #expect(count.wrappedValue == 41)
      count.withLock { $0 += 1 }
      try await count.save()
      #expect(try String(contentsOf: url, encoding: .utf8) == "42")
      if getuid() == 0 { #expect(seteuid(0) == 0) }
      replace(url, with: "43")
      wait { count.wrappedValue == 43 }
      #expect(count.wrappedValue == 43, "its folder is followed")
    }
    #expect(access(path + ".unreadable", F_OK) != 0)
  }

  @Test("a file that could not be read is read once it may be, and stays in its place")
  func mendedFile() async {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = url.path
    await #expect(processExitsWith: .success) { [file = file as String] in
      try await Self.mendRights(file, of: file)
    }
  }

  @Test(
    "a file whose folder could not be gone through, or read either, is read once it may be",
    arguments: [0o600, 0] as [mode_t])
  func mendedFolder(_ rights: mode_t) async {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = url.path
    let closed = url.deletingLastPathComponent().path
    await #expect(processExitsWith: .success) {
      [file = file as String, closed = closed as String, rights = rights as mode_t] in
      try await Self.mendRights(file, of: closed, rights)
    }
  }

  @Test("a file in a folder of one that could not be read is read once that may be")
  func mendedFolderAbove() async {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = url.path
    let closed = folder.path
    await #expect(processExitsWith: .success) {
      [file = file as String, closed = closed as String] in
      try await Self.mendRights(file, of: closed)
    }
  }

  @Test("a file that changes all the time lets others be written")
  func turns() async throws {
    try await onDisk {
      let other = url.deletingLastPathComponent().appendingPathComponent("other")
      @Shared(.number(other)) var second = 0
      let state = Mutex((rounds: 0, isDone: false))
      let restless = Mutex<Shared<Int>?>(nil)
      let key = FileStorageKey<Int>.fileStorage(
        url, decode: { _ in 0 },
        encode: { [second = $second] number in
          let round = state.withLock { state in
            state.rounds += 1
            return state.rounds
          }
          if round == 1 { second.withLock { $0 = 7 } }
          if round < 1_000, !FileManager.default.fileExists(atPath: other.path) {
            restless.withLock { $0 }?.withLock { $0 += 1 }
          } else {
            state.withLock { $0.isDone = true }
          }
          return Data("\(number)".utf8)
        })
      let first = Shared(wrappedValue: 0, key)
      restless.withLock { $0 = first }
      first.withLock { $0 = 1 }
      await wait { state.withLock { $0.isDone } }
      try await first.save()
      restless.withLock { $0 = nil }
      #expect(state.withLock { $0.rounds } < 10)
      #expect(text(of: other) == "7")
    }
  }

  @Test("the draft of another process is left alone, even if its number is the same")
  func foreignDraft() async throws {
    try await onDisk {
      Self.replace(url, with: "1")
      // In another container another process has the number of this one.
      let draft = url.deletingLastPathComponent().appendingPathComponent(".count.\(getpid())")
      try Data("of another".utf8).write(to: draft)
      @Shared(.number(url)) var count = 0
      $count.withLock { $0 = 2 }
      try await $count.save()
      #expect(text(of: draft) == "of another")
      #expect(text(of: url) == "2")
    }
  }

  @Test("files that cannot be decoded are all kept")
  func keptApart() async throws {
    try await onDisk {
      for number in 1...3 {
        Self.replace(url, with: "broken \(number)")
        var shared: Shared<Int>?
        withKnownIssue { shared = Shared(wrappedValue: 0, .number(url)) }
        let count = try #require(shared)
        count.withLock { $0 = number }
        try await count.save()
        #expect(text(of: url) == "\(number)")
      }
      let kept = url.path + ".unreadable"
      for (index, name) in [kept, kept + ".2", kept + ".3"].enumerated() {
        #expect(text(of: URL(fileURLWithPath: name)) == "broken \(index + 1)")
      }
    }
  }

  /// Has no file descriptors left when the file is read. They are counted for the whole process.
  private static func exhaustDescriptors(_ path: String) async throws {
    let url = URL(fileURLWithPath: path)
    replace(url, with: "41")
    try await withDependencies {
      $0.defaultFileStorage = .fileSystem
    } operation: {
      // So that the storage watches already.
      @Shared(.number(url.deletingLastPathComponent().appendingPathComponent("other"))) var other =
        0
      var old = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &old)
      var few = rlimit(rlim_cur: 64, rlim_max: old.rlim_max)
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &few)
      var taken: [Int32] = []
      while case let file = open("/dev/null", O_RDONLY | O_CLOEXEC), file >= 0 {
        taken.append(file)
      }
      var shared: Shared<Int>?
      let texts = await failures { shared = Shared(wrappedValue: 0, .number(url)) }
      for file in taken { close(file) }
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &old)
      #expect(texts.first?.contains("could not be read") == true)
      #expect(texts.first?.contains("then becomes \"count.unreadable\"") == true)
      let count = try #require(shared)
      #expect(count.wrappedValue == 0)
      count.withLock { $0 = 1 }
      try await count.save()
    }
    #expect(try String(contentsOf: url, encoding: .utf8) == "1")
    #expect(try String(contentsOfFile: path + ".unreadable", encoding: .utf8) == "41")
  }

  @Test("a file that could not be read is kept when the property changes")
  func unreadable() async {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = url.path
    await #expect(processExitsWith: .success) { [file = file as String] in
      try await Self.exhaustDescriptors(file)
    }
  }
}

private struct NotANumber: Error {}

extension SharedReaderKey where Self == FileStorageKey<Int> {
  /// A number as text.
  fileprivate static func number(
    _ url: URL, reading: @escaping @Sendable (Data) -> Void = { _ in }
  ) -> Self {
    .fileStorage(
      url,
      decode: { data in
        reading(data)
        guard let number = Int(String(decoding: data, as: UTF8.self)) else { throw NotANumber() }
        return number
      },
      encode: { Data("\($0)".utf8) })
  }
}
