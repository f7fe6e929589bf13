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
  }
}
