import Foundation
import PandoHosting
import Synchronization
import Testing

@testable import PandoCluster

@Suite("A daemon that looks at itself")
struct SelfCheckTests {
  @Test("tells of lines of its log that were lost, for a minute")
  func log() {
    let lost = Mutex(0)
    let check = SelfCheck(
      keys: nil, role: .worker, unserved: nil, folders: [], lostLines: { lost.withLock { $0 } })
    func problems(at now: Int) -> [ProcessProblem] {
      check.problems(atMilliseconds: now).filter { $0.kind != "disk" }
    }
    #expect(problems(at: 1_000) == [])
    lost.withLock { $0 = 3 }
    #expect(problems(at: 1_500) == [], "it looks once a second")
    #expect(problems(at: 2_000).map(\.text) == ["loses lines of its log (3 so far)"])
    #expect(problems(at: 30_000).map(\.ageMilliseconds) == [28_000])
    #expect(problems(at: 62_000) == [])
  }

  @Test("tells of what it should serve and does not")
  func unserved() {
    let check = SelfCheck(
      keys: nil, role: .worker, unserved: "no metrics: taken", folders: [], lostLines: { 0 })
    let problem = check.problems(atMilliseconds: 5).first { $0.kind == "unserved" }
    #expect(problem?.text == "no metrics: taken")
  }

  @Test("what a writer cannot write counts as lost lines")
  func lines() throws {
    let full = open("/dev/full", O_WRONLY)
    defer { close(full) }
    let before = DescriptorWriter.lostCount
    DescriptorWriter(full, patienceMilliseconds: 100).write("a line\n")
    #expect(DescriptorWriter.lostCount > before)
    let lost = LostLines.count()
    DescriptorWriter(full, patienceMilliseconds: 100).write("a line\n")
    #expect(LostLines.count() > lost)
  }

  @Test("a disk is full where hardly any of it, and not much, is left")
  func disk() throws {
    func disk(free: UInt, of all: UInt, files: UInt = 1, freeFiles: UInt = 1) -> FullDisk? {
      var status = statvfs()
      status.f_frsize = 1 << 20
      (status.f_bavail, status.f_blocks) = (free, all)
      (status.f_files, status.f_favail) = (files, freeFiles)
      return FullDisk(FullDisk.Look(folder: "/var", device: 1, status))
    }
    #expect(
      try #require(disk(free: 0, of: 8)).text == "has a disk that is full: /var has room for 0 MiB")
    #expect(disk(free: 255, of: 1 << 20) != nil)
    #expect(disk(free: 256, of: 1 << 20) == nil, "room enough, of however much")
    #expect(disk(free: 1, of: 16) == nil, "a small one that is not full")
    #expect(disk(free: 0, of: 0) == nil, "none that has room at all, as /proc")
    #expect(disk(free: .max, of: .max) == nil)
    #expect(disk(free: 500, of: 1_000, freeFiles: 0)?.freeBytes == 0, "no file fits")
    #expect(disk(free: 500, of: 1_000, files: 0, freeFiles: 0) == nil, "one that does not count")
  }

  @Test("one that does not answer is a problem after a while, holds up nobody, and is asked once")
  func silentDisk() async throws {
    let gate = Gate()
    let count = Mutex(0)
    let looks = DiskLooks(["/fine", "/away"]) { folder in
      count.withLock { $0 += 1 }
      if folder == "/away" { gate.wait() }
      return nil
    }
    #expect(looks.problem(atMilliseconds: 0) == nil)
    try await eventually("it looks") { count.withLock { $0 } == 2 }
    #expect(looks.problem(atMilliseconds: 2_999) == nil)
    for now in [3_000, 60_000] {
      #expect(looks.problem(atMilliseconds: now) == "has a disk that does not answer: /away")
    }
    #expect(count.withLock { $0 } == 2)
    gate.open()
    try await eventually("it is over") { looks.problem(atMilliseconds: 60_000) == nil }
  }

  @Test("it looks where its socket is")
  func folders() {
    #expect(SelfCheck.folders(of: "ipc:///run/pando/c.sock") == ["/run/pando"])
    #expect(SelfCheck.folders(of: "tcp://127.0.0.1:1") == [])
  }
}

/// Holds a thread until it is opened.
private final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func wait() { semaphore.wait() }
  func open() { for _ in 0..<100 { semaphore.signal() } }
}
