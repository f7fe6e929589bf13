import Foundation
import PandoHosting
import PandoWire
import Synchronization
import ZeroMQ

/// A worker that speaks the protocol well, and lies: every message can be read, and what it says is
/// absurd. It says hello and welcome as it should.
final class HostileWorker: Sendable {
  let endpoint: Endpoint
  private let lie: Lie
  private let isStopping = Atomic<Bool>(false)
  private let opened = Atomic<Int>(0)
  private let lanes = Mutex<Set<LaneID>>([])
  private let sessions = Atomic<Int>(0)
  private let questions = Atomic<Int>(0)
  private let end = DispatchSemaphore(value: 0)

  init(_ lie: Lie, at endpoint: Endpoint) throws {
    self.lie = lie
    self.endpoint = endpoint
    let ready = DispatchSemaphore(value: 0)
    _ = Thread.started { [self] in
      do {
        try serve { ready.signal() }
      } catch {
        preconditionFailure("a hostile worker cannot listen: \(error)")
      }
      end.signal()
    }
    ready.wait()
  }

  /// The number of times it was given a lane.
  var openedCount: Int { opened.load(ordering: .acquiring) }

  /// The number of times that a client greeted it.
  var sessionCount: Int { sessions.load(ordering: .acquiring) }

  /// The number of times that it was asked for its lanes.
  var questionCount: Int { questions.load(ordering: .acquiring) }

  func stop() {
    isStopping.store(true, ordering: .releasing)
    end.wait()
  }

  private func serve(_ onListening: () -> Void) throws {
    let context = try Context()
    var router = try context.socket(
      .router, .linger(milliseconds: 0), .receiveTimeout(milliseconds: 2),
      .sendTimeout(milliseconds: 100), .sendHighWaterMark(messages: 1_000))
    _ = try router.bind(endpoint)
    onListening()
    var peers: Set<[UInt8]> = []
    var peer = Message()
    var payload = Message()
    while !isStopping.load(ordering: .acquiring) {
      if try router.receive(into: &peer, wait: lie == .torrent ? .never : .blocking) {
        let sender = [UInt8](copying: peer)
        guard peer.hasMore, try router.receive(into: &payload, wait: .blocking) else { continue }
        peers.insert(sender)
        var answers = WireWriter()
        payload.withUnsafeBytes { batch in
          if let question = LaneQuestion(batch: batch) {
            boast(to: question).withUnsafeBytes { answers.append(contentsOf: $0) }
          }
          try? ClientMessage.decodeAll(batch) { answer($0, &answers) }
        }
        try send(answers, to: sender, &router)
      }
      if opened.load(ordering: .relaxed) > 0 {
        for sender in peers {
          for _ in 0..<(lie == .torrent ? 500 : 1) {
            var speech = WireWriter()
            speak(&speech)
            try send(speech, to: sender, &router)
          }
        }
      }
    }
  }

  private func send(
    _ writer: borrowing WireWriter, to peer: [UInt8], _ router: inout Socket
  ) throws(ZeroMQError) {
    guard writer.count > 0 else { return }
    guard try router.send(peer, more: true) == .sent else { return }
    try writer.withBytes { bytes throws(ZeroMQError) in _ = try router.send(bytes) }
  }

  // MARK: - What it says

  private func answer(_ message: ClientMessage, _ answers: inout WireWriter) {
    switch message {
    case .hello(let hello):
      sessions.add(1, ordering: .acquiringAndReleasing)
      say(.welcome(Welcome(processID: 1, features: hello.features)), &answers)
    case .ping(let number):
      if lie != .silence { say(.pong(number, laneCount: Int.max), &answers) }
    case .checkpoint(let number):
      if ![.silence, .chatter, .flood, .torrent, .reducesNothing].contains(lie) {
        say(.reached(number), &answers)
      }
    case .open(let lane, _, _, _, _, _, _, _):
      opened.add(1, ordering: .acquiringAndReleasing)
      _ = lanes.withLock { $0.insert(lane) }
      if lie != .silence { say(.opened(lane), &answers) }
    case .reduce(let lane, let epoch, let sequence, let action):
      for lie in lies(lane, epoch, sequence, action) { say(lie, &answers) }
    case .close(let lane, _):
      let count = lie == .hugeCancelledCount ? Int.max : 0
      if lie != .silence { say(.closed(lane, cancelledCount: count), &answers) }
    case .commit(let lane, let sequence):
      switch lie {
      case .finishesTooMuch: say(.finished(lane, sequence, count: 1 << 62), &answers)
      case .finishesNothing: say(.finished(lane, sequence, count: 0), &answers)
      case .emitsBeyondTheWindow:
        for number in 1...10_000 {
          say(.emit(lane, sequence, number: UInt64(number), Self.action), &answers)
        }
      case .emitsGarbage:
        let garbage = HostedAction(bytes: ByteString(Array(repeating: 0xFF, count: 64)))
        say(.emit(lane, sequence, number: 1, garbage), &answers)
      case .dispatchesNonsense:
        let nonsense = SelfDispatch(
          epoch: .first, sequence: sequence.next, basis: nil,
          result: HostedResult(patch: .snapshot(Array(repeating: 0xFF, count: 100_000))))
        say(.emit(lane, sequence, number: 1, Self.action, nonsense), &answers)
      case .dispatchesWhereNothingIs:
        let nonsense = SelfDispatch(
          epoch: Epoch(rawValue: 1 << 61), sequence: SequenceNumber(rawValue: 1 << 61), basis: .max,
          result: HostedResult())
        say(.emit(lane, sequence, number: 1, Self.action, nonsense), &answers)
      case .emitsOutOfOrder:
        say(.emit(lane, sequence, number: UInt64.max, Self.action), &answers)
      default: break
      }
    case .rebase, .cancel, .settle, .goodbye, .trace, .limit, .release:
      break
    }
  }

  /// Returns an absurd answer to the question which lanes it has: with numbers that are too large, or with more bytes
  /// than any worker sends.
  private func boast(to question: LaneQuestion) -> [UInt8] {
    questions.add(1, ordering: .acquiringAndReleasing)
    if lie == .flood { return Array(repeating: 0xFF, count: 8 << 20) }
    let lane = LaneReport.Lane(
      id: LaneID(rawValue: .max), feature: "App.Tab", client: "app", isReducing: true, held: .max,
      effects: .max, byteCount: .max)
    return LaneReport(number: question.number, laneCount: .max, lanes: [lane]).bytes
  }

  private func say(_ message: WorkerMessage, _ answers: inout WireWriter) {
    message.encode(into: &answers)
  }

  /// An action of a feature, as far as a stranger can guess.
  private static let action = HostedAction(bytes: ByteString([0]))

  private func lies(
    _ lane: LaneID, _ epoch: Epoch, _ sequence: SequenceNumber, _ action: HostedAction
  ) -> [WorkerMessage] {
    func result(_ result: HostedResult) -> WorkerMessage { .result(lane, epoch, sequence, result) }
    let honest = result(HostedResult())
    let effects = HostedResult(effectCount: 1, awaitsCommit: true)
    switch lie {
    case .mostEffects: return [result(HostedResult(effectCount: 1 << 16, awaitsCommit: true))]
    case .tooManyEffects: return [result(HostedResult(effectCount: Int.max, awaitsCommit: true))]
    case .hugeSequence:
      return [.result(lane, epoch, SequenceNumber(rawValue: .max), HostedResult())]
    case .hugeEpoch: return [.result(lane, Epoch(rawValue: 1 << 61), sequence, HostedResult())]
    case .answersTwice: return [honest, honest]
    case .answersForStrangeLanes:
      return [.result(LaneID(rawValue: 1 << 60), epoch, sequence, HostedResult())]
    case .speaksForOthers:
      // Once it has its share of the lanes: what it says of those that it is about to get counts.
      let mine = lanes.withLock { $0 }
      guard mine.count >= 2 else { return [honest] }
      let others = (1...8).map { LaneID(rawValue: $0) }.filter { !mine.contains($0) }
      return [honest]
        + others.flatMap { other -> [WorkerMessage] in
          [
            .result(other, epoch, sequence, HostedResult()),
            .failed(other, reason: "it is not mine"), .closed(other, cancelledCount: 0),
          ]
        }
    case .finishesTooMuch, .finishesNothing, .emitsBeyondTheWindow, .emitsGarbage,
      .emitsOutOfOrder, .dispatchesNonsense, .dispatchesWhereNothingIs:
      return [result(effects)]
    case .emitsUnasked: return [.emit(lane, sequence, number: 1, action)]
    case .closesUnasked: return [.closed(lane, cancelledCount: 3)]
    case .failsEverything: return [.failed(lane, reason: "it cannot")]
    case .patchesThatDoNotFit:
      let splice = Splice(
        offset: 1 << 40, removedCount: 1 << 40, bytes: ByteString([1, 2, 3]))
      return [result(HostedResult(patch: .splice(splice)))]
    case .stateThatCannotBeRead:
      return [result(HostedResult(patch: .snapshot(Array(repeating: 0xFF, count: 100_000))))]
    case .manySends:
      return [
        result(HostedResult(sends: Array(repeating: Self.action, count: 50_000)))
      ]
    case .manyCancels:
      return [result(HostedResult(cancels: Array(repeating: [1, 2, 3], count: 50_000)))]
    case .manyWarnings:
      return [result(HostedResult(warnings: Array(repeating: "a lie", count: 50_000)))]
    case .dropsEverything: return [result(HostedResult(isDropped: true))]
    case .hugeCancelledCount: return []
    case .reachesTheUnasked: return [.reached(.max)]
    case .welcomesTwice: return [.welcome(Welcome(processID: -1, features: []))]
    case .saysThatItHangs:
      let reason = String(repeating: "\u{1b}", count: 100_000)
      let notice = EffectHangNotice(
        cancelledCount: .max, effect: reason, isCertain: true, reason: reason)
      return [
        .hangs(lane), .effectHangs(lane, notice), honest,
        .hangs(LaneID(rawValue: 1 << 60)),
      ]
    case .saysThatItCrashes:
      return [.crashes(.action(lane, epoch, sequence)), honest]
    case .refusesInside: return [.refuse(reason: "it does not want to")]
    case .garbage, .reducesNothing, .silence, .chatter, .flood, .torrent: return []
    }
  }

  /// Says something of its own accord, every few milliseconds.
  private func speak(_ speech: inout WireWriter) {
    switch lie {
    case .garbage:
      speech.append(0xEE)
    case .chatter, .torrent:
      say(.opened(LaneID(rawValue: 1 << 50)), &speech)
    case .reachesTheUnasked:
      say(.reached(.max - 1), &speech)
    case .flood:
      for number in 0..<500 {
        let lane = LaneID(rawValue: UInt64(number) << 40)
        say(.finished(lane, .first, count: 7), &speech)
        say(.result(lane, .first, .first, HostedResult()), &speech)
      }
    default: break
    }
  }
}
