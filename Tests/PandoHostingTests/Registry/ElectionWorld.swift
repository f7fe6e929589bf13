@testable import PandoHosting

/// Two machines, and a registry that grants leases and tells who leads: what happens next is chosen by the
/// test. Leases end in time, never before.
struct ElectionWorld: Hashable {
  typealias Leader = ElectionMachine.Leader

  enum Step: Hashable, CaseIterable {
    /// The oldest question reaches the registry.
    case ask
    /// The oldest answer arrives.
    case answer
    /// The oldest answer is lost, and the one who asked takes it for none.
    case lose
    /// The registry tells of the next change.
    case tell
    /// The session's lease is ended by an operator.
    case revoke
    /// A write of the term that it led in last arrives.
    case write
  }

  struct Question: Hashable {
    let directive: ElectionMachine.Directive
    let askedAt: Int
  }

  struct Answer: Hashable {
    let event: ElectionMachine.Event
    let failure: ElectionMachine.Event
  }

  struct Member: Hashable {
    var machine = ElectionMachine()
    var questions: [Question] = []
    var answers: [Answer] = []
    /// The number of changes that it was told of.
    var told = 0
    var lastTerm: Int64?
  }

  struct Change: Hashable {
    let revision: Int64
    let leader: Leader?
  }

  static let life = 2_000

  var now = 0
  var members = [Member(), Member()]
  var revision: Int64 = 1
  var leader: Leader?
  var leases: [Int64: Int] = [:]
  var lastLease: Int64 = 0
  var changes = [Change(revision: 1, leader: nil)]
  /// True once a lease was ended before its time: then only comparisons protect.
  var isDishonest = false
  var lastWrittenTerm: Int64 = 0
  /// The rule that was broken; nil while none was.
  var problem: String?

  mutating func handle(_ event: ElectionMachine.Event, _ index: Int) {
    let directives = members[index].machine.handle(event, atMilliseconds: now)
    for directive in directives {
      switch directive {
      case .lead(let term): members[index].lastTerm = term
      case .standDown: break
      case .open, .renew, .campaign, .close:
        members[index].questions.append(Question(directive: directive, askedAt: now))
      }
    }
  }

  mutating func advance(by milliseconds: Int) {
    now += milliseconds
    for (lease, end) in leases where end <= now { self.end(lease) }
    for index in members.indices { handle(.tick, index) }
    check()
  }

  /// Does a step, if it can be done.
  mutating func perform(_ step: Step, _ index: Int) {
    switch step {
    case .ask:
      if !members[index].questions.isEmpty { ask(members[index].questions.removeFirst(), index) }
    case .answer:
      if !members[index].answers.isEmpty {
        handle(members[index].answers.removeFirst().event, index)
      }
    case .lose:
      if !members[index].answers.isEmpty {
        handle(members[index].answers.removeFirst().failure, index)
      }
    case .tell:
      guard members[index].told < changes.count else { return }
      let change = changes[members[index].told]
      members[index].told += 1
      handle(.saw(change.leader, revision: change.revision), index)
    case .revoke:
      guard let lease = members[index].machine.session?.lease, leases[lease] != nil else { return }
      isDishonest = true
      end(lease)
    case .write: write(index)
    }
    check()
  }

  private mutating func ask(_ question: Question, _ index: Int) {
    switch question.directive {
    case .open:
      lastLease += 1
      leases[lastLease] = now + Self.life
      answer(
        .opened(lease: lastLease, lifeMilliseconds: Self.life, askedAt: question.askedAt),
        or: .openFailed, index)
    case .renew(let lease):
      let isThere = leases[lease] != nil
      if isThere { leases[lease] = now + Self.life }
      answer(
        isThere ? .renewed(lease: lease, askedAt: question.askedAt) : .expired(lease: lease),
        or: .renewalFailed(lease: lease), index)
    case .campaign(let lease): campaign(lease, index)
    case .close(let lease): end(lease)
    case .lead, .standDown: break
    }
  }

  private mutating func campaign(_ lease: Int64, _ index: Int) {
    let event: ElectionMachine.Event
    if let leader {
      event =
        leader.lease == lease
        ? .won(lease: lease, term: leader.term) : .lost(lease: lease, revision: revision)
    } else if leases[lease] == nil {
      event = .expired(lease: lease)
    } else {
      revision += 1
      leader = Leader(term: revision, lease: lease)
      changes.append(Change(revision: revision, leader: leader))
      event = .won(lease: lease, term: revision)
    }
    answer(event, or: .campaignFailed(lease: lease), index)
  }

  private mutating func answer(
    _ event: ElectionMachine.Event, or failure: ElectionMachine.Event, _ index: Int
  ) {
    members[index].answers.append(Answer(event: event, failure: failure))
  }

  private mutating func end(_ lease: Int64) {
    leases[lease] = nil
    revision += 1
    guard leader?.lease == lease else { return }
    leader = nil
    changes.append(Change(revision: revision, leader: nil))
  }

  /// Writes as SharedRegistry does: by a transaction that compares the term.
  private mutating func write(_ index: Int) {
    guard let term = members[index].lastTerm else { return }
    revision += 1
    guard leader?.term == term else { return handle(.refused(term: term), index) }
    if term < lastWrittenTerm { problem = "a write of term \(term) came after \(lastWrittenTerm)" }
    lastWrittenTerm = term
  }

  private mutating func check() {
    let leading = members.compactMap { $0.machine.term(atMilliseconds: now) }
    if Set(leading).count != leading.count { problem = "two lead in one term" }
    guard !isDishonest else { return }
    if leading.count > 1 { problem = "two lead: \(leading)" }
    if let term = leading.first, term != leader?.term {
      problem = "one leads in term \(term), and the registry says \(String(describing: leader))"
    }
  }

  /// Goes on without faults until all is quiet, and says whether one leads, of whom both know.
  mutating func settle() -> Bool {
    for _ in 0..<60 {
      advance(by: 100)
      for index in members.indices {
        for step in [Step.ask, .answer, .tell] {
          for _ in 0..<12 { perform(step, index) }
        }
      }
      // Answers lead to more questions.
      for index in members.indices {
        for _ in 0..<12 {
          perform(.ask, index)
          perform(.answer, index)
          perform(.tell, index)
        }
      }
    }
    let leading = members.compactMap { $0.machine.term(atMilliseconds: now) }
    return leading.count == 1 && leading.first == leader?.term && problem == nil
  }
}
