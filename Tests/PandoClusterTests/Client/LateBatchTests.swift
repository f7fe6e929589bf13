import Foundation
import PandoHosting
import PandoWire
import SocketSupport
import Synchronization
import Testing
import ZeroMQ

@testable import PandoCluster

@Suite("Batches that come while another thread has the socket to a worker", .timeLimit(.minutes(2)))
struct LateBatchTests {
  private static let senders = 4
  private static let batches = 20_000

  /// The thread of a link loop, for one link.
  private final class Loop: Sendable {
    private let wakeUp: WakeUp
    private let isStopping = Atomic<Bool>(false)
    private let isOver = Atomic<Bool>(false)

    init() throws { wakeUp = try WakeUp() }

    func wake() { wakeUp.signal() }

    func run(_ link: WorkerLink, _ fileDescriptor: Int32) throws {
      defer { isOver.store(true, ordering: .releasing) }
      var poller = Poller()
      _ = poller.add(fileDescriptor: wakeUp.fileDescriptor)
      _ = poller.add(fileDescriptor: fileDescriptor)
      while !isStopping.load(ordering: .acquiring) {
        try poller.wait(timeoutMilliseconds: try link.isReadable ? 0 : nil)
        wakeUp.drain()
        try link.flush()
      }
    }

    func stop() {
      isStopping.store(true, ordering: .releasing)
      while !isOver.load(ordering: .acquiring) {
        wake()
        usleep(1_000)
      }
    }
  }

  @Test("all arrive, each thread's in their order, and nobody has to send again")
  func orderIsKept() throws {
    let directory = TemporaryDirectory()
    let context = try Context()
    var worker = try context.socket(.dealer, .receiveTimeout(milliseconds: 60_000))
    try worker.bind(directory.endpoint())
    let loop = try Loop()
    let link = WorkerLink(
      member: MemberID(rawValue: 1), name: "worker", endpoint: try directory.endpoint(), paths: nil,
      machine: LinkMachine(now: 0, limits: LinkMachine.Limits()), wake: { _ in loop.wake() })
    var socket = try context.socket(.dealer)
    try socket.connect(directory.endpoint())
    let fileDescriptor = try socket.fileDescriptor
    link.attach(socket)
    link.becomeReady(Welcome(version: 5, processID: 1, features: []))

    let thread = Thread.started { try? loop.run(link, fileDescriptor) }
    let senders = (0..<Self.senders).map { sender in
      Thread.started {
        for number in 0..<Self.batches {
          var batch = WireWriter()
          batch.append(UInt8(sender))
          for shift in [0, 8, 16] { batch.append(UInt8(truncatingIfNeeded: number >> shift)) }
          _ = batch.withBytes { link.send($0) }
        }
      }
    }
    defer { loop.stop() }

    var next = Array(repeating: 0, count: Self.senders)
    var message = Message()
    while next != Array(repeating: Self.batches, count: Self.senders) {
      try #require(try worker.receive(into: &message), "\(next) of \(Self.batches) have come")
      try message.withUnsafeBytes { bytes in
        try #require(bytes.count.isMultiple(of: 4))
        for start in stride(from: 0, to: bytes.count, by: 4) {
          let number =
            Int(bytes[start + 1]) | Int(bytes[start + 2]) << 8 | Int(bytes[start + 3]) << 16
          try #require(number == next[Int(bytes[start])])
          next[Int(bytes[start])] += 1
        }
      }
    }
    withExtendedLifetime((thread, senders)) {}
  }
}
