import Pando
package import PandoHosting
import PandoWire

/// A link of a simulated client: what the link loop of production does with a `LinkMachine`.
package final class SimulatedLink: HostingLink, @unchecked Sendable {
  // One thread has a simulation.
  let member: MemberID
  package let name: String
  let hasProcess: Bool
  /// Finds the process that listens at the link's endpoint.
  let process: () -> SimulatedProcess?
  private unowned let pool: SimulatedPool
  private var machine: LinkMachine
  private var isReady = false
  private var refusal: String?
  var connection: SimulatedConnection?

  init(
    _ member: MemberID, _ name: String, _ pool: SimulatedPool, hasProcess: Bool,
    _ process: @escaping () -> SimulatedProcess?
  ) {
    self.process = process
    self.member = member
    self.name = name
    self.pool = pool
    self.hasProcess = hasProcess
    machine = LinkMachine(
      now: pool.world.time.milliseconds, limits: pool.linkLimits, hasProcess: hasProcess)
  }

  private enum Stage { case handshake, session, over }

  private var stage: Stage {
    switch machine.phase {
    case .connecting, .greeting: .handshake
    case .ready, .finishing: .session
    case .ended: .over
    }
  }

  var isOver: Bool { stage == .over }
  var isInSession: Bool { stage == .session }

  // MARK: - For the store

  package func send(_ batch: UnsafeRawBufferPointer) -> [UInt8]? {
    if !batch.isEmpty, isReady { connection?.sendToWorker([UInt8](copying: batch)) }
    return nil
  }

  package var batchBytes: Int { pool.world.configuration.batchBytes }

  package func refuse(reason: String) { giveUp(.refused, reason) }

  package func noteCrash(by culprit: Culprit) { giveUp(.crashed(culprit), "it crashed") }

  private func giveUp(_ end: LinkEnd, _ reason: String) {
    guard refusal == nil else { return }
    refusal = reason
    pool.world.time.after(0) { [weak self] in self?.handle(.dropped(end, reason: reason)) }
  }

  package func countCommits(_ count: Int) {}

  // MARK: - For the pool

  func handle(_ event: LinkMachine.Event) {
    pool.world.note("link", machine.phase.name, event.name)
    guard let directive = machine.handle(event, now: pool.world.time.milliseconds) else { return }
    switch directive {
    case .sayHello:
      say(.hello(Hello(name: "a client", build: SimulatedBuild.preference.id, features: [])))
    case .becomeReady(let welcome):
      isReady = true
      pool.linkIsReady(self, welcome)
    case .ping(let number):
      say(.ping(number))
    case .end(let end, let reason):
      isReady = false
      connection?.abandon()
      connection = nil
      pool.linkHasEnded(self, end, reason)
    }
    pool.callSoon()
  }

  func sayGoodbye() {
    say(.goodbye)
  }

  private func say(_ message: ClientMessage) {
    var writer = WireWriter()
    message.encode(into: &writer)
    connection?.sendToWorker(writer.bytes)
  }

  // MARK: - For the connection

  func connected() { handle(.connected) }

  func disconnected() {
    handle(.disconnected)
    // A connection that ended before its handshake is made anew, as libzmq does.
    guard case .connecting = machine.phase else { return }
    connection?.abandon()
    connection = nil
    pool.connect(self)
  }

  func received(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { batch in
      if stage == .session {
        handle(.heard)
        if !WorkerMessage.isRefusal(batch) { return pool.received(batch, from: self) }
      }
      do {
        try WorkerMessage.decodeAll(batch) { message in
          switch message {
          case .welcome(let welcome): handle(.welcomed(welcome))
          case .refuse(let reason): handle(.refused(reason: reason))
          default: handle(.dropped(.refused, reason: "it spoke outside of its session"))
          }
        }
      } catch {
        handle(.dropped(.refused, reason: "a message of it cannot be read: \(error)"))
      }
    }
    pool.callSoon()
  }
}
