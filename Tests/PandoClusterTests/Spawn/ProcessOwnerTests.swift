import Foundation
import Testing

@testable import PandoCluster

@Suite("Whose folder it is")
struct ProcessOwnerTests {
  @Test("a folder's name tells the process that made it")
  func roundTrip() throws {
    let owner = ProcessOwner.current
    #expect(owner.processID == getpid())
    #expect(owner.startTicks > 0)
    #expect(owner.namespace > 0)
    #expect(ProcessOwner(folderName: owner.folderName + "-x1") == owner)
  }

  @Test(
    "other names are none of ours",
    arguments: [
      "pando", "pando-1", "pando-1-2-3", "pando-x-1-1-1", "other-1-1-1-1", "pando-1-1-1-1-1",
    ])
  func foreignNames(_ name: String) {
    #expect(ProcessOwner(folderName: name) == nil)
  }

  @Test("only a process of the same space of numbers that is gone may be swept away")
  func sweeping() throws {
    let current = ProcessOwner.current
    #expect(!current.mayBeSwept(by: current))
    let parts = current.folderName.split(separator: "-")
    let reused = try #require(ProcessOwner(folderName: "pando-\(parts[1])-1-\(parts[3])-x"))
    #expect(reused.mayBeSwept(by: current), "another process has its number now")
    let elsewhere = try #require(ProcessOwner(folderName: "pando-\(parts[1])-1-zz-x"))
    #expect(!elsewhere.mayBeSwept(by: current))
    let ended = Process()
    ended.executableURL = URL(fileURLWithPath: "/bin/true")
    try ended.run()
    ended.waitUntilExit()
    let gone = try #require(
      ProcessOwner(folderName: "pando-\(ended.processIdentifier)-1-\(parts[3])-x"))
    #expect(gone.mayBeSwept(by: current))
  }

  @Test("a process that lives is not gone because nothing can be read of it")
  func unreadable() async throws {
    try await withFolder { folder in
      let current = ProcessOwner.current
      let parts = current.folderName.split(separator: "-")
      let parent = try #require(
        ProcessOwner(folderName: "pando-\(getppid())-1-\(parts[3])-x"))
      #expect(parent.mayBeSwept(by: current), "the number was another's before")
      #expect(!parent.mayBeSwept(by: current, processes: folder), "it is hidden there")
      try FileManager.default.createDirectory(
        atPath: "\(folder)/\(getppid())/stat", withIntermediateDirectories: true)
      #expect(!parent.mayBeSwept(by: current, processes: folder), "it cannot be read")
      #expect(!current.mayBeSwept(by: current, processes: folder))
    }
  }

  @Test("no process takes its own folder for another's, though it cannot tell when it began")
  func own() throws {
    let parts = ProcessOwner.current.folderName.split(separator: "-")
    let unknown = try #require(ProcessOwner(folderName: "pando-\(parts[1])-0-\(parts[3])-x"))
    #expect(!ProcessOwner.current.mayBeSwept(by: unknown))
  }
}
