import CProcess
import Foundation
import Glibc
import Synchronization
import Testing

@testable import Pando
@testable import PandoCluster

@Suite("The desk that hands a worker granted files", .timeLimit(.minutes(1)))
struct GrantDeskTests {
  private struct Place {
    let path = FileManager.default.temporaryDirectory.path + "/pando-\(UUID().uuidString)"
    let file: GrantedFile

    init() throws {
      try Data("text".utf8).write(to: URL(fileURLWithPath: path))
      file = try GrantedFile(reading: path)
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }

    /// The number of descriptors that this process has of the file.
    var descriptorCount: Int {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
      return names.count {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path
      }
    }
  }

  private func ask(_ desk: GrantDesk, _ token: GrantToken) -> Int32 {
    pando_grant_ask(desk.workerEnd, token.high, token.low)
  }

  @Test("gives a description of the worker's own, and none of what it does not know")
  func answers() throws {
    let place = try Place()
    defer { place.remove() }
    let desk = try GrantDesk()
    let first = ask(desk, place.file.token)
    let second = ask(desk, place.file.token)
    #expect(first >= 0 && second >= 0 && first != second)
    var bytes = [UInt8](repeating: 0, count: 4)
    #expect(read(first, &bytes, 4) == 4)
    #expect(lseek(second, 0, SEEK_CUR) == 0)
    #expect(fcntl(first, F_GETFD) == FD_CLOEXEC)
    #expect(fcntl(first, F_GETFL) & O_ACCMODE == O_RDONLY)
    for descriptor in [first, second] { close(descriptor) }
    #expect(ask(desk, GrantToken()) == -ENOENT)
    desk.close()
    #expect(ask(desk, place.file.token) < 0)
    close(desk.workerEnd)
  }

  @Test("takes nothing from a worker, and answers none that says anything else", arguments: 0..<3)
  func nonsense(_ kind: Int) throws {
    let place = try Place()
    defer { place.remove() }
    let desk = try GrantDesk()
    var grant = pando_grant()
    let own = open(place.path, O_RDONLY)
    let flags = Int32(MSG_DONTWAIT)
    for _ in 0..<50 {
      _ =
        switch kind {
        case 0: pando_grant_answer(desk.workerEnd, &grant, own)
        case 1: Int32(send(desk.workerEnd, "x", 1, flags | Int32(MSG_NOSIGNAL)))
        default: pando_grant_answer(desk.workerEnd, &grant, -1)
        }
    }
    #expect(ask(desk, place.file.token) < 0)
    #expect(place.descriptorCount == 2)
    close(own)
    desk.close()
    close(desk.workerEnd)
  }

  @Test("lets nobody else wait where a worker asks without end, and reads nothing")
  func flood() async throws {
    let place = try Place()
    defer { place.remove() }
    let (rude, polite) = (try GrantDesk(), try GrantDesk())
    let (token, rudeEnd) = (place.file.token, rude.workerEnd)
    let isOver = Atomic<Bool>(false)
    let flood = Thread {
      var question = pando_grant(high: token.high, low: token.low, failure: 0)
      while !isOver.load(ordering: .relaxed) {
        let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
        _ = send(rudeEnd, &question, Int(PANDO_GRANT_QUESTION), flags)
      }
    }
    flood.start()
    try await Task.sleep(for: .milliseconds(300))
    for _ in 0..<200 {
      let descriptor = ask(polite, place.file.token)
      #expect(descriptor >= 0)
      close(descriptor)
    }
    isOver.store(true, ordering: .relaxed)
    try await eventually("nobody asks any more") { flood.isFinished }
    // What is on the way to it is little.
    var waiting = 0
    var grant = pando_grant()
    while recv(rude.workerEnd, &grant, MemoryLayout<pando_grant>.size, Int32(MSG_DONTWAIT))
      > 0
    {
      waiting += 1
    }
    #expect((1...40).contains(waiting))
    for desk in [rude, polite] {
      desk.close()
      close(desk.workerEnd)
    }
    try await eventually("all but the granted one are closed") { place.descriptorCount == 1 }
  }
}
