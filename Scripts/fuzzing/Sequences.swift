import PandoHosting
import PandoWire

/// Sequences of what peers say, into the machines that answer for a connection. A peer may say anything at
/// any time; what the driver does follows each machine's rules.
enum Sequences {
  static func run(_ bytes: UnsafeRawBufferPointer) {
    var input = Input(bytes)
    switch input.next().map({ $0 % 5 }) {
    case 0: host(&input)
    case 1: lane(&input)
    case 2: link(&input)
    case 3: session(&input)
    case 4: pool(&input)
    default: break
    }
  }

  private static func result(_ input: inout Input) -> HostedResult {
    switch input.number(below: 5) {
    case 0: HostedResult()
    case 1: HostedResult(patch: .snapshot(input.take(input.number(below: 6))))
    case 2:
      HostedResult(
        patch: .splice(
          Splice(
            offset: Int(clamping: input.wild()), removedCount: Int(clamping: input.wild()),
            bytes: ByteString(input.take(2)))))
    case 3: HostedResult(effectCount: input.number(below: 9), awaitsCommit: true)
    default: HostedResult(isDropped: true)
    }
  }

  // MARK: - A worker's host, and a client that lies

  private static func host(_ input: inout Input) {
    var machine = HostMachine(epoch: .first, next: .first, snapshot: [1, 2, 3])
    while let byte = input.next() {
      var directives: [HostDirective] = []
      let sequence = SequenceNumber(rawValue: input.wild())
      switch byte % 3 {
      case 0:
        let epoch = Epoch(rawValue: input.wild())
        machine.handle(.dispatched(epoch, sequence), &directives)
        // A client that is refused is dropped.
        if machine.refusal(epoch, sequence) != nil { return }
        let state = input.take(input.number(below: 8))
        if byte & 64 == 0 {
          _ = state.withUnsafeBytes { machine.reduced($0) }
        } else {
          _ = machine.dropped()
        }
      case 1:
        machine.handle(.commit(through: sequence), &directives)
      default:
        let patch = result(&input).patch
        machine.handle(.rebase(Epoch(rawValue: input.wild()), from: sequence, patch), &directives)
      }
      // A client that is refused is dropped.
      if directives.contains(where: { if case .refuse = $0 { true } else { false } }) { return }
    }
  }

  // MARK: - A client's lane, and a worker that lies

  private static func lane(_ input: inout Input) {
    let window = 1 + input.number(below: 4)
    var machine = LaneMachine(base: [1, 2, 3], window: window)
    var wantsPlace = true
    var refusal: String?
    while let byte = input.next() {
      var directives: [LaneDirective] = []
      let isLiving = machine.phase == .open || machine.phase == .unplaced
      switch byte % 12 {
      case 0, 1:
        guard isLiving else { return }
        let index = byte & 64 == 0 ? nil : input.number(below: machine.count + 1)
        machine.handle(.accept(HostedAction(bytes: ByteString([byte])), at: index), &directives)
      case 2:
        guard machine.phase == .unplaced, wantsPlace else { continue }
        wantsPlace = false
        machine.handle(.placed, &directives)
      case 3, 4, 5:
        let epoch = byte & 64 == 0 ? machine.epoch : Epoch(rawValue: input.wild())
        let sequence =
          byte & 32 == 0
          ? machine.first.advanced(by: input.number(below: 4))
          : SequenceNumber(rawValue: input.wild())
        machine.receive(result(&input), epoch, sequence, &directives)
      case 6:
        guard machine.isHeadReady else { continue }
        do {
          _ = try machine.patchBase()
          machine.commitHead(&directives)
          if machine.isCautious { machine.handle(.kept, &directives) }
        } catch {
          refusal = "its answer does not fit"
        }
      case 7:
        guard isLiving else { continue }
        let isLast = byte & 64 != 0 && machine.first > .first
        machine.handle(.rewritten(input.take(3), withLastCommit: isLast), &directives)
      case 8:
        guard machine.phase == .open || machine.phase == .closing else { continue }
        let end: LinkEnd = [.died, .hung, .refused, .left][input.number(below: 4)]
        machine.handle(byte & 64 == 0 ? .lost(end) : .hung, &directives)
      case 9:
        guard machine.phase == .open else { continue }
        machine.handle(.failed, &directives)
      case 10:
        guard machine.count > 0, !machine.isHeadReady else { continue }
        machine.handle(.withdraw(at: 0), &directives)
      default:
        if machine.phase == .closing {
          machine.handle(.closed, &directives)
        } else if isLiving, byte & 64 != 0 {
          machine.handle(.close(withLastCommit: false), &directives)
        }
      }
      for directive in directives {
        switch directive {
        case .place: wantsPlace = true
        case .refuse(let reason): refusal = reason
        default: break
        }
      }
      if refusal != nil, machine.phase == .open || machine.phase == .closing {
        var more: [LaneDirective] = []
        machine.handle(.lost(.refused), &more)
        if more.contains(where: { if case .place = $0 { true } else { false } }) {
          wantsPlace = true
        }
      }
      refusal = nil
      precondition(
        machine.inFlightCount <= window || machine.isOnTrial, "more than the window is in flight")
      if machine.phase == .ended { return }
    }
  }

  // MARK: - Connections

  private static func link(_ input: inout Input) {
    var machine = LinkMachine(
      now: 0, limits: LinkMachine.Limits(), hasProcess: input.number(below: 2) == 0)
    var now = 0
    var hasEnded = false
    while let byte = input.next() {
      now += Int(byte) * 100
      let event: LinkMachine.Event =
        switch input.number(below: 9) {
        case 0: .connected
        case 1: .welcomed(Welcome(processID: 7, features: []))
        case 2: .refused(reason: byte & 1 == 0 ? WorkerMessage.stoppingReason : "no")
        case 3: .heard
        case 4: .disconnected
        case 5: .exited(.died, reason: "it ended")
        case 6: .dropped(.refused, reason: "it lies")
        case 7: .ask
        default: .tick
        }
      let directive = machine.handle(event, now: now)
      precondition(!hasEnded || directive == nil, "an ended link says something")
      if case .end? = directive { hasEnded = true }
      precondition(hasEnded == (machine.phase == .ended), "its end is told once")
    }
  }

  private static func session(_ input: inout Input) {
    var machine = SessionMachine(silenceMilliseconds: 2_000)
    var now = 0
    while let byte = input.next() {
      now += Int(byte) * 10
      let wasEnded = machine.phase == .ended
      switch input.number(below: 5) {
      case 0: _ = machine.greeted(Hello(name: "a client", features: []), now: now)
      case 1:
        if machine.heard(now: now) == .deliver {
          precondition(!wasEnded, "an ended session hands out messages")
        }
      case 2: _ = machine.refuse("it lies")
      case 3: _ = machine.left("it has gone")
      default: _ = machine.tick(now: now)
      }
      precondition(!wasEnded || machine.phase == .ended, "an ended session comes back")
    }
  }

  // MARK: - A pool behind a coordinator that lies, with its registry

  private static let feature = FeatureDescriptor(
    name: "Feature", state: SchemaFingerprint(rawValue: 1), action: SchemaFingerprint(rawValue: 2))

  private static func pool(_ input: inout Input) {
    let source: PoolMachine.Source =
      [.spawned(2), .connected(["a", "b"]), .coordinated][input.number(below: 3)]
    var machine = PoolMachine(source)
    var registry = WorkerRegistry(incarnation: 1)
    var now = 0
    var isStopped = false
    machine.handle(.start, now: now)
    while let byte = input.next() {
      now += Int(byte) * 20
      let lane = LaneID(rawValue: UInt64(input.number(below: 6)))
      let member = MemberID(rawValue: UInt64(input.number(below: 8)))
      switch input.number(below: 11) {
      case 0, 1:
        if !isStopped {
          _ = machine.place(lane, feature, in: byte & 1 == 0 ? .shared : .quarantine, now: now)
        }
      case 2: machine.handle(.ended(lane), now: now)
      case 3: machine.handle(.welcomed(member, byte & 1 == 0 ? [feature] : []), now: now)
      case 4: machine.handle(.exited(member, .exited(status: Int32(byte))), now: now)
      case 5: machine.handle(.linkEnded(member, .died, reason: "it ended"), now: now)
      case 6:
        let worker = WorkerID(coordinator: input.wild(), number: Int(clamping: input.wild()))
        let placement = Placement(worker: worker, name: "w", endpoint: byte & 1 == 0 ? "a" : "b")
        machine.handle(.found(lane, placement), now: now)
      case 7:
        machine.handle(
          byte & 1 == 0
            ? .notFound(lane, reason: "none is there") : .unanswered(lane, reason: "it is away"),
          now: now)
      case 8:
        machine.handle(.stop, now: now)
        isStopped = true
      case 9:
        let record = WorkerRecord(
          name: "w", endpoint: byte & 1 == 0 ? "a" : "b", processID: 1, hostName: "here",
          features: [feature])
        _ = registry.join(record, atMilliseconds: now)
        _ = registry.report(
          dead: WorkerID(coordinator: input.wild(), number: Int(clamping: input.wild())),
          atMilliseconds: now)
        _ = registry.expire(atMilliseconds: now)
        if case .success(let placement) = registry.place(feature) {
          machine.handle(.found(lane, placement), now: now)
        }
        precondition(registry.workers.count <= 2, "two workers have one endpoint")
      default: machine.handle(.tick, now: now)
      }
      _ = machine.takeDirectives()
      while let call = machine.nextCall() {
        if case .placed(_, let member) = call {
          precondition(
            machine.status.contains { $0.member == member }, "a lane is placed on nobody")
        }
      }
      _ = machine.takeDirectives()
    }
  }
}
