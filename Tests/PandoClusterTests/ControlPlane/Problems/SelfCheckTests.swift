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

  @Test(
    "a standard error that cannot be written counts as lost lines, and so does a writer's descriptor"
  )
  func lines() throws {
    let full = open("/dev/full", O_WRONLY)
    defer { close(full) }
    let before = DescriptorWriter.lostCount
    DescriptorWriter(full, patienceMilliseconds: 100).write("a line\n")
    #expect(DescriptorWriter.lostCount > before)
    #expect(LostLines.count() >= DescriptorWriter.lostCount)
  }

  @Test("a disk is full where hardly any of it, and not much, is left")
  func disk() throws {
    func disk(free: UInt, of all: UInt) -> FullDisk? {
      var status = statvfs()
      status.f_frsize = 1 << 20
      (status.f_bavail, status.f_blocks) = (free, all)
      return FullDisk(folder: "/var", status)
    }
    #expect(
      try #require(disk(free: 0, of: 8)).text == "has a disk that is full: /var has room for 0 MiB")
    #expect(disk(free: 255, of: 1 << 20) != nil)
    #expect(disk(free: 256, of: 1 << 20) == nil, "room enough, of however much")
    #expect(disk(free: 1, of: 16) == nil, "a small one that is not full")
    #expect(disk(free: 0, of: 0) == nil, "none that has room at all, as /proc")
    #expect(disk(free: .max, of: .max) == nil)
  }

  @Test("it looks where its socket is")
  func folders() {
    #expect(SelfCheck.folders(of: "ipc:///run/pando/c.sock") == ["/run/pando"])
    #expect(SelfCheck.folders(of: "tcp://127.0.0.1:1") == [])
  }
}
