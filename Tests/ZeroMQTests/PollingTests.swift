import Glibc
import Synchronization
import Testing
import ZeroMQ

@Suite("Waiting")
struct PollingTests {
  @Test("A poller tells which of its sockets is ready, and for what")
  func whichSocket() throws {
    let context = try Context()
    var first = try context.socket(.pair)
    var second = try context.socket(.pair)
    try first.bind(Endpoint("inproc://first"))
    try second.bind(Endpoint("inproc://second"))
    var peer = try context.socket(.pair)
    try peer.connect(Endpoint("inproc://second"))

    var poller = Poller()
    let firstIndex = poller.add(first, for: [.readable, .writable])
    let secondIndex = poller.add(second)
    #expect(try poller.wait(timeoutMilliseconds: 0) == 0)
    #expect(try peer.send([1]) == .sent)
    #expect(try poller.wait(timeoutMilliseconds: patienceMilliseconds) == 1)
    #expect(poller[firstIndex].isEmpty)
    #expect(poller[secondIndex] == .readable)

    poller.setInterest([.readable, .writable], at: secondIndex)
    #expect(try poller.wait(timeoutMilliseconds: 0) == 1)
    #expect(poller[secondIndex] == [.readable, .writable])
    #expect(try second.events == [.readable, .writable])

    poller.remove(at: secondIndex)
    #expect(try poller.wait(timeoutMilliseconds: 0) == 0)
    #expect(poller.add(peer) == secondIndex)
  }

  @Test("Descriptors are told of alike, alone and beside a socket", arguments: [false, true])
  func descriptorsAlone(besideSocket: Bool) throws {
    let context = try Context()
    let socket = try context.socket(.pair)
    var poller = Poller()
    if besideSocket { poller.add(socket) }
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    let reader = poller.add(fileDescriptor: ends[0])
    let writer = poller.add(fileDescriptor: ends[1], for: .writable)
    #expect(try poller.wait(timeoutMilliseconds: 0) == 1)
    #expect(poller[reader].isEmpty)
    #expect(poller[writer] == .writable)
    #expect(write(ends[1], "x", 1) == 1)
    poller.setInterest([], at: writer)
    #expect(try poller.wait(timeoutMilliseconds: patienceMilliseconds) == 1)
    #expect(poller[reader] == .readable)
    #expect(poller[writer].isEmpty)
    // Hung up, with something to read, and then without.
    poller.remove(at: writer)
    close(ends[1])
    #expect(try poller.wait(timeoutMilliseconds: 0) == 1)
    #expect(poller[reader] == [.readable, .failed])
    var byte: UInt8 = 0
    #expect(read(ends[0], &byte, 1) == 1)
    #expect(try poller.wait(timeoutMilliseconds: 0) == 1)
    #expect(poller[reader] == .failed)
    poller.remove(at: reader)
    close(ends[0])
    #expect(try poller.wait(timeoutMilliseconds: 1) == 0)
    // A vacant index is used again.
    let wakeUp = try WakeUp()
    #expect(poller.add(fileDescriptor: wakeUp.fileDescriptor) == reader)
    #expect(try poller.wait(timeoutMilliseconds: 0) == 0)
    wakeUp.signal()
    #expect(try poller.wait() == 1)
    #expect(poller[reader] == .readable)
    #expect(try poller.wait(timeoutMilliseconds: .max) == 1)
  }

  @Test("A wake-up from another thread ends a wait for sockets")
  func wakeUp() throws {
    let context = try Context()
    let socket = try context.socket(.pair)
    let wakeUp = try WakeUp()
    var poller = Poller()
    let socketIndex = poller.add(socket)
    let wakeUpIndex = poller.add(fileDescriptor: wakeUp.fileDescriptor)
    for _ in 1...100 {
      let other = Background { wakeUp.signal() }
      #expect(try poller.wait(timeoutMilliseconds: patienceMilliseconds) == 1)
      #expect(poller[socketIndex].isEmpty)
      #expect(poller[wakeUpIndex] == .readable)
      #expect(wakeUp.drain())
      #expect(try other.finish())
    }
    #expect(try poller.wait(timeoutMilliseconds: 0) == 0)
  }

  @Test("Many signals are one wake-up, and none is none")
  func coalesced() throws {
    let wakeUp = try WakeUp()
    var poller = Poller()
    poller.add(fileDescriptor: wakeUp.fileDescriptor)
    #expect(!wakeUp.drain())
    for _ in 1...1000 { wakeUp.signal() }
    #expect(try poller.wait(timeoutMilliseconds: patienceMilliseconds) == 1)
    #expect(wakeUp.drain())
    #expect(!wakeUp.drain())
    #expect(try poller.wait(timeoutMilliseconds: 0) == 0)
  }

  @Test("Work that is queued before its signal is always found after a wake-up")
  func noSignalIsLost() throws {
    let wakeUp = try WakeUp()
    let done = Counter()
    let queued = Counter()
    let count = 500_000
    let producers = (0..<2).map { _ in
      Background {
        for _ in 0..<count {
          queued.value.add(1, ordering: .relaxed)
          wakeUp.signal()
        }
      }
    }
    var poller = Poller()
    poller.add(fileDescriptor: wakeUp.fileDescriptor)
    while done.value.load(ordering: .relaxed) < 2 * count {
      guard try poller.wait(timeoutMilliseconds: patienceMilliseconds) == 1 else {
        Issue.record("a signal was lost: \(queued.value.load(ordering: .relaxed)) queued")
        break
      }
      wakeUp.drain()
      done.value.store(queued.value.load(ordering: .relaxed), ordering: .relaxed)
    }
    for producer in producers { #expect(try producer.finish()) }
  }

  @Test("With the rule of its descriptor, no wake-up is lost to a send")
  func edges() throws {
    let directory = TemporaryDirectory()
    let endpoint = try directory.endpoint()
    let context = try Context()
    let rounds = 3000
    let replies = Counter()
    var router = try context.impatientSocket(.router)
    try router.bind(endpoint)
    let echo = Background {
      var socket = try context.impatientSocket(.dealer)
      try socket.connect(endpoint)
      _ = try socket.send("hello")
      while true {
        // A note wants no answer, a question does.
        switch try socket.receiveText() {
        case "question":
          _ = try socket.send("answer")
          replies.value.add(1, ordering: .releasing)
        case "end": return
        default: break
        }
      }
    }
    let peer = try router.receiveFrames()[0]
    let descriptor = try router.fileDescriptor
    var answers = 0
    for round in 1...rounds {
      _ = try router.send(peer, more: true)
      _ = try router.send("question")
      // The answer is on its way when the next send comes, which then eats its edge.
      #expect(eventually { replies.value.load(ordering: .acquiring) == round })
      if round.isMultiple(of: 2) { usleep(50) }
      _ = try router.send(peer, more: true)
      _ = try router.send("note")
      answers += try drain(&router)
      while answers < round {
        var item = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&item, 1, Int32(patienceMilliseconds)) == 1 else {
          Issue.record("the wake-up for answer \(round) was lost")
          return
        }
        answers += try drain(&router)
      }
    }
    #expect(answers == rounds)
    _ = try router.send(peer, more: true)
    _ = try router.send("end")
    #expect(try echo.finish())
  }

  private func drain(_ socket: inout Socket) throws -> Int {
    var answers = 0
    while try socket.events.contains(.readable) {
      #expect(try socket.receiveFrames().last == Array("answer".utf8))
      answers += 1
    }
    return answers
  }

  private final class Counter: Sendable {
    let value = Atomic(0)
  }
}
