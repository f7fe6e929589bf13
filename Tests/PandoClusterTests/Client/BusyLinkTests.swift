import Foundation
import PandoHosting
import SocketSupport
import Synchronization
import Testing
import ZeroMQ

@testable import PandoCluster

/// The thread that reads from workers is held up, as by a parent's reducer that takes long.
@Suite("A link whose thread is busy", .serialized)
struct BusyLinkTests {
  /// An owner of links that is held up by the first batch, until it is let go.
  final class Owner: LinkDelegate {
    let gate = DispatchSemaphore(value: 0)
    let isReady = Atomic<Bool>(false)
    let numbers = Mutex<[UInt64]>([])
    let end = Mutex<(end: LinkEnd, reason: String)?>(nil)

    /// The time that each batch takes.
    let batchMicroseconds = Atomic<Int>(0)
    let forgivenCount = Atomic<Int>(0)
    /// True if the worker has taken too long, unless it is forgiven.
    let isLate = Atomic<Bool>(false)

    var hello: Hello { Hello(name: "test", features: []) }
    func linkIsReady(_ link: WorkerLink, _ welcome: Welcome) {
      isReady.store(true, ordering: .releasing)
    }
    func checkProgress(of link: WorkerLink, now: Int) -> String? {
      let isForgiven = forgivenCount.load(ordering: .relaxed) > 0
      return isLate.load(ordering: .relaxed) && !isForgiven ? "it has taken too long" : nil
    }
    func forgive(_ link: WorkerLink) { forgivenCount.add(1, ordering: .relaxed) }
    func makeCalls() {}

    func link(_ link: WorkerLink, received batch: UnsafeRawBufferPointer) {
      let count = numbers.withLock { numbers in
        numbers.append(batch.loadUnaligned(fromByteOffset: 1, as: UInt64.self))
        return numbers.count
      }
      if count == 1 { gate.wait() }
      usleep(UInt32(batchMicroseconds.load(ordering: .relaxed)))
    }

    func linkHasEnded(_ link: WorkerLink, _ end: LinkEnd, reason: String) {
      self.end.withLock { $0 = (end, reason) }
    }

    var count: Int { numbers.withLock { $0.count } }
  }

  /// Returns a message with a number, which says nothing to anybody.
  static func frame(_ number: UInt64, byteCount: Int = 9) -> [UInt8] {
    var bytes = [UInt8](repeating: 0xEE, count: byteCount)
    bytes.withUnsafeMutableBytes { $0.storeBytes(of: number, toByteOffset: 1, as: UInt64.self) }
    return BareWorker.frame(bytes)
  }

  /// Lends a link to a worker that has said its first number, which holds up the link's thread.
  func withBusyLink(
    hasProcess: Bool = true, limits: LinkMachine.Limits = LinkMachine.Limits(),
    _ body: (BareWorker, WorkerLink, LinkLoop, Owner) async throws -> Void
  ) async throws {
    let folder = TemporaryDirectory()
    let worker = try BareWorker(at: folder.path + "/worker.sock")
    let loop = try LinkLoop(limits: limits)
    let owner = Owner()
    loop.start(delegate: owner)
    let link = loop.makeLink(
      MemberID(rawValue: 1), name: "bare worker", endpoint: worker.endpoint, paths: nil,
      hasProcess: hasProcess)
    loop.post(.open(link))
    let result: Result<Void, any Error>
    do {
      try worker.welcome()
      try await eventually("the link is ready") { owner.isReady.load(ordering: .acquiring) }
      #expect(worker.write(Self.frame(0)))
      try await eventually("the thread is busy") { owner.count == 1 }
      try await body(worker, link, loop, owner)
      result = .success(())
    } catch {
      result = .failure(error)
    }
    owner.gate.signal()
    loop.stop()
    await loop.wait()
    try result.get()
  }

  /// libzmq ends the process where a peer pings, and goes, while its messages wait at a high-water mark.
  @Test("is no way to end the program: a worker that pings and goes is lost like any other")
  func pingAtTheEnd() async throws {
    try await withBusyLink { worker, _, _, owner in
      let last = (1...300).flatMap { Self.frame($0) } + BareWorker.ping
      #expect(worker.write(last + (301...305).flatMap { Self.frame($0) }))
      worker.hangUp()
      // The worse order: the end is seen before anything more is read.
      try await Task.sleep(for: .milliseconds(200))
      owner.gate.signal()
      try await eventually("the link has ended") { owner.end.withLock { $0 != nil } }
      #expect(owner.end.withLock { $0?.end } == .died)
      #expect(owner.numbers.withLock { $0 } == Array(0...305))
    }
  }

  @Test(
    "takes a worker for lost that is back at its endpoint before anybody looks",
    arguments: [true, false])
  func secondLife(isRefused: Bool) async throws {
    try await withBusyLink(hasProcess: false) { worker, _, _, owner in
      worker.hangUp()
      // By libzmq's own thread the client has connected again.
      if isRefused { try worker.refuseStranger() } else { try worker.breakHandshake() }
      // All of it is there when the end of the first connection is looked at.
      try await Task.sleep(for: .milliseconds(200))
      owner.gate.signal()
      try await eventually("the link has ended") { owner.end.withLock { $0 != nil } }
      #expect(owner.end.withLock { $0?.end } == .died)
    }
  }

  @Test("leaves what came in order, whoever took it in")
  func order() async throws {
    try await withBusyLink { worker, link, _, owner in
      let isOver = Atomic<Bool>(false)
      let count: UInt64 = 25_000
      _ = Thread.started {
        for number in 1...count {
          if number == count / 4 { owner.gate.signal() }
          guard worker.write(Self.frame(number)) else { return }
        }
      }
      let taker = Thread.started {
        var message = Message()
        while !isOver.load(ordering: .acquiring) {
          _ = link.takeIn(by: &message, laneCount: 0)
          usleep(100)
        }
      }
      defer { isOver.store(true, ordering: .releasing) }
      // However long it takes on a busy machine: what matters is that it goes on.
      var read = 0
      while read < Int(count) + 1 {
        let last = read
        try await eventually("more was read") { owner.count > last }
        read = owner.count
      }
      withExtendedLifetime(taker) {}
      #expect(owner.numbers.withLock { $0 } == Array(0...count))
      #expect(owner.end.withLock { $0 == nil })
    }
  }

  @Test("has all read that a worker had said before it crashed")
  func crashed() async throws {
    try await withBusyLink { worker, link, loop, owner in
      // More than is taken at once, and it takes far longer than a crash is waited for: a window of actions with a
      // parent's reducer of some milliseconds.
      #expect(worker.write((1...1_000).flatMap { Self.frame($0) }))
      owner.batchMicroseconds.store(4_000, ordering: .relaxed)
      loop.post(.crashed(link))
      owner.gate.signal()
      // The connection stands, as while a report of the crash is printed.
      try await eventually("the link has ended", within: 120) { owner.end.withLock { $0 != nil } }
      #expect(owner.end.withLock { $0?.end } == .died)
      #expect(owner.numbers.withLock { $0 } == Array(0...1_000))
    }
  }

  @Test("is left to others now and then where a worker says more than can be taken in at once")
  func turns() async throws {
    try await withBusyLink { worker, link, _, owner in
      let isOver = Atomic<Bool>(false)
      let writer = Thread.started {
        let frame = Self.frame(1, byteCount: 1 << 20)
        for _ in 0..<100 where worker.write(frame) {}
        isOver.store(true, ordering: .releasing)
      }
      // libzmq reads ahead of whoever takes in.
      try await Task.sleep(for: .milliseconds(500))
      var message = Message()
      var turnCount = 0
      try await eventually("all was taken in") {
        turnCount += 1
        let hasMore = link.takeIn(by: &message, laneCount: 0)
        return !hasMore && isOver.load(ordering: .acquiring)
      }
      #expect(turnCount > 2)
      withExtendedLifetime(writer) {}
    }
  }

  @Test("cuts off a worker that says more than is ever unread, before the thread comes back")
  func flood() async throws {
    try await withBusyLink { worker, link, loop, owner in
      let watch = LinkWatch(loop)
      let isOver = Atomic<Bool>(false)
      let isCut = Atomic<Bool>(false)
      let writer = Thread.started {
        let frame = Self.frame(1, byteCount: 1 << 20)
        // Far more than may be unread, and no more than a machine has if nobody bounds it.
        for _ in 0..<1_500 {
          if !worker.write(frame) {
            isCut.store(true, ordering: .releasing)
            break
          }
          usleep(1_000)
        }
        isOver.store(true, ordering: .releasing)
      }
      try await eventually("the worker writes no more", within: 120) {
        _ = watch.look(now: MonotonicClock.nowMilliseconds(), hasLinks: true) { [(link, 0)] }
        return isOver.load(ordering: .acquiring)
      }
      let wasCut = isCut.load(ordering: .acquiring)
      #expect(wasCut)
      #expect(owner.count == 1)
      owner.gate.signal()
      try await eventually("the link has ended") { owner.end.withLock { $0 != nil } }
      let end = owner.end.withLock { $0 }
      // One that owes much for each of its lanes would be in order.
      #expect(end?.end == .overran)
      #expect(end?.reason.contains("256 MiB") == true, "\(String(describing: end))")
      #expect(owner.count == 1)
      withExtendedLifetime(writer) {}
    }
  }

  @Test("can be one of more than 341")
  func manyLinks() async throws {
    DescriptorLimit.raiseQuietly()
    let folder = TemporaryDirectory()
    let context = try Context()
    var worker = try context.socket(.router)
    let endpoint = try worker.bind(Endpoint("ipc://\(folder.path)/worker.sock"))
    let loop = try LinkLoop(limits: LinkMachine.Limits())
    let owner = Owner()
    loop.start(delegate: owner)
    let count = 400
    for number in 1...count {
      let link = loop.makeLink(
        MemberID(rawValue: UInt64(number)), name: "worker \(number)", endpoint: endpoint,
        paths: nil, hasProcess: false)
      loop.post(.open(link))
    }
    var peers: Set<[UInt8]> = []
    var message = Message()
    let end = ContinuousClock.now + .seconds(60)
    while peers.count < count, owner.end.withLock({ $0 == nil }), ContinuousClock.now < end {
      while try worker.receive(into: &message, wait: .never) {
        if message.hasMore { peers.insert([UInt8](copying: message)) }
      }
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(peers.count == count, "\(String(describing: owner.end.withLock { $0 }))")
    loop.stop()
    await loop.wait()
  }
}
