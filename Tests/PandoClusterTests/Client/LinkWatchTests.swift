import PandoHosting
import Testing

@testable import PandoCluster

@Suite("Looking after links whose thread is busy")
struct LinkWatchTests {
  @Test("is looked after only where its thread has not slept since the last look")
  func looks() throws {
    let loop = try LinkLoop(limits: LinkMachine.Limits())
    let watch = LinkWatch(loop)
    var lookCount = 0
    func look(_ now: Int) -> Int? {
      watch.look(now: now, hasLinks: true) {
        lookCount += 1
        return []
      }
    }
    loop.noteRest(begins: true)
    #expect(look(1_000) == 1_050)
    loop.noteRest(begins: false)
    _ = look(1_050)
    #expect(lookCount == 0)
    // Not before it is due.
    _ = look(1_060)
    #expect(lookCount == 0)
    _ = look(1_100)
    #expect(lookCount == 1)
    loop.noteRest(begins: true)
    _ = look(1_150)
    loop.noteRest(begins: false)
    _ = look(1_200)
    #expect(lookCount == 1)
    _ = look(1_250)
    #expect(lookCount == 2)
    #expect(watch.look(now: 1_300, hasLinks: false) { [] } == nil)
  }

  @Test("judges nobody where the whole program was stopped, until what was said meanwhile is there")
  func stoppedProgram() throws {
    let loop = try LinkLoop(limits: LinkMachine.Limits())
    let watch = LinkWatch(loop)
    #expect(!loop.wasStopped(1_000))
    for now in stride(from: 1_000, through: 2_000, by: 50) {
      _ = watch.look(now: now, hasLinks: true) { [] }
    }
    #expect(!loop.wasStopped(2_900))
    #expect(loop.stops == 0)
    // The thread that judges may be the first to go on.
    #expect(loop.wasStopped(50_000))
    _ = watch.look(now: 50_010, hasLinks: true) { [] }
    #expect(loop.wasStopped(50_900))
    _ = watch.look(now: 50_900, hasLinks: true) { [] }
    #expect(!loop.wasStopped(51_100))
    // A thread that comes later than that finds that it was.
    #expect(loop.stops == 1)
    // Nobody looks where there are no links, which is no absence.
    _ = watch.look(now: 51_200, hasLinks: false) { [] }
    #expect(!loop.wasStopped(90_000))
    _ = watch.look(now: 90_000, hasLinks: true) { [] }
    #expect(!loop.wasStopped(90_001))
  }

  @Test("bounds what a worker leaves unread by what it may owe, and by what a machine has")
  func bounds() {
    #expect(LinkLimits.unreadBytes(laneCount: 0) == 256 << 20)
    #expect(LinkLimits.unreadBytes(laneCount: 8) == 384 << 20)
    #expect(LinkLimits.unreadBytes(laneCount: 131_072) == 1 << 30)
  }
}
