import Foundation
import PandoWire
import Synchronization
import ZeroMQ

@testable import PandoCluster

/// A peer at the endpoint of a worker or a coordinator that answers each message as it is told to, and that may go on
/// sending without end.
final class LyingPeer: Sendable {
  let endpoint: Endpoint
  private let torrent: [UInt8]?
  private let answer: @Sendable ([UInt8]) throws -> [[UInt8]]
  private let isStopping = Atomic<Bool>(false)
  private let end = DispatchSemaphore(value: 0)

  /// - Parameters:
  ///   - torrent: The message that it sends without end to everybody who has said something.
  ///   - answer: Returns what it answers to a message.
  init(
    at endpoint: Endpoint, torrent: [UInt8]? = nil,
    answer: @escaping @Sendable ([UInt8]) throws -> [[UInt8]] = { _ in [] }
  ) {
    self.endpoint = endpoint
    self.torrent = torrent
    self.answer = answer
    let ready = DispatchSemaphore(value: 0)
    _ = Thread.started { [self] in
      do {
        try serve { ready.signal() }
      } catch {
        preconditionFailure("a lying peer cannot go on: \(error)")
      }
      end.signal()
    }
    ready.wait()
  }

  /// A coordinator that answers calls, by the names of their functions.
  static func coordinator(
    at endpoint: Endpoint, torrent: [UInt8]? = nil,
    answer: @escaping @Sendable (_ function: String) throws -> Reply?
  ) -> LyingPeer {
    LyingPeer(at: endpoint, torrent: torrent) { bytes in
      let message = bytes.withUnsafeBytes { IncomingMessage($0, limits: .standard) }
      guard case .call(let call) = message else { return [] }
      let functions = ["join", "beat", "leave", "status", "health"]
      // A mangled name holds the function's behind the number of its letters.
      let function = functions.first { call.target.contains("\($0.count)\($0)") } ?? ""
      return try answer(function).map { [$0.encode(for: call.call, version: call.version)] } ?? []
    }
  }

  func stop() {
    isStopping.store(true, ordering: .releasing)
    end.wait()
  }

  private func serve(_ onListening: () -> Void) throws {
    let context = try Context()
    var router = try context.socket(
      .router, .linger(milliseconds: 0), .receiveTimeout(milliseconds: 2),
      .sendHighWaterMark(messages: 1_000))
    _ = try router.bind(endpoint)
    onListening()
    var peers: Set<[UInt8]> = []
    var frame = Message()
    while !isStopping.load(ordering: .acquiring) {
      let isFlooding = torrent != nil && !peers.isEmpty
      if try router.receive(into: &frame, wait: isFlooding ? .never : .blocking) {
        let peer = [UInt8](copying: frame)
        guard frame.hasMore, try router.receive(into: &frame) else { continue }
        peers.insert(peer)
        for message in try answer([UInt8](copying: frame)) { try send(message, to: peer, &router) }
      }
      guard let torrent else { continue }
      for peer in peers {
        for _ in 0..<500 { try send(torrent, to: peer, &router) }
      }
    }
  }

  private func send(
    _ bytes: [UInt8], to peer: [UInt8], _ router: inout Socket
  ) throws(ZeroMQError) {
    guard try router.send(peer, more: true, wait: .never) == .sent else { return }
    _ = try router.send(bytes, wait: .never)
  }
}
