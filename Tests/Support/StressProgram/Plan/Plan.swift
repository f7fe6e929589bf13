import Pando

/// Everything that a seed chooses.
struct Plan: Sendable {
  let seed: Int
  let senderCount: Int
  let window: Int
  let workerCount: Int
  /// True if workers join a coordinator, which restarts.
  let isCoordinated: Bool
  /// The number of actions that each sender sends.
  let actionCount: Int
  /// The time that reducers take.
  let microseconds: ClosedRange<Int>
  let ballastWords: Int
  /// The number of actions that crash, or hang, each worker.
  let crashingCount: Int
  let hangingCount: Int
  /// The time that an action may take.
  let timeoutMilliseconds: Int
  /// The time that a worker may leave a question unanswered.
  let silenceMilliseconds: Int
  let chaos: ChaosPlan
  /// One of so many actions begins a trace; nil where nothing is traced.
  let tracesOneOf: Int?
  /// True if some of the children are in a sandbox, whose workers are others than those of the rest.
  let isSandboxed: Bool
  /// True if each of those has a process of its own.
  let isAlone: Bool

  init(seed: Int) {
    var random = SeededGenerator(seed: UInt64(bitPattern: Int64(seed)))
    self.seed = seed
    senderCount = random.number(1...4)
    window = random.pick([1, 2, 7, 50, 300, 1_000])
    workerCount = random.number(1...4)
    isCoordinated = random.chance(oneIn: 4)
    let size = random.number(0...9)
    ballastWords = size == 0 ? 131_072 : size < 4 ? random.number(1...4_000) : 0
    let pace = random.number(0...9)
    microseconds = pace < 6 ? 1...50 : pace < 9 ? 200...3_000 : 10_000...50_000
    let inAll = ballastWords > 50_000 ? 80 : pace < 6 ? 600 : pace < 9 ? 200 : 24
    actionCount = max(1, random.number(inAll / 4...inAll) / senderCount)
    let hasFaults = random.number(0...19)
    crashingCount = hasFaults < 3 ? 1 : hasFaults == 3 ? 2 : 0
    hangingCount = hasFaults == 4 ? 1 : 0
    timeoutMilliseconds = hangingCount > 0 ? 300 : 60_000
    chaos = ChaosPlan(&random)
    silenceMilliseconds = chaos.leavesStopped ? 1_000 : 10_000
    tracesOneOf = random.chance(oneIn: 3) ? random.pick([1, 2, 10, 100]) : nil
    isSandboxed = !isCoordinated && random.chance(oneIn: 3)
    isAlone = isSandboxed && random.chance(oneIn: 3)
  }
}

extension Plan {
  /// Makes the store's engine of a run.
  ///
  /// - Parameter sandbox: The rights of some of the children.
  func makeEngine(
    _ dependencies: DependencyValues, executor: (any TaskExecutor)? = nil, sandbox: Sandbox? = nil
  ) -> StoreEngine<Root.State, Root.Action> {
    let words = ballastWords
    let timeout = Duration.milliseconds(timeoutMilliseconds)
    return StoreEngine(
      initialState: { Root.State(ballastWords: words) },
      reducer: { Root(timeout: timeout, ballastWords: words, sandbox: sandbox) },
      dependencies: dependencies, executor: executor)
  }
}

extension Plan: CustomStringConvertible {
  var description: String {
    """
    \(senderCount) senders of \(actionCount) actions of \(microseconds) us, window \(window), \
    \(workerCount) workers\(isCoordinated ? " behind a coordinator" : ""), \
    \(ballastWords * 8) bytes of state, \(crashingCount) crash, \(hangingCount) hang, \
    \(tracesOneOf.map { "one in \($0) traced" } ?? "none traced"), \
    \(isSandboxed ? "sandboxed rows\(isAlone ? " in processes of their own" : ""), " : "")\(chaos)
    """
  }
}

/// When workers are killed and stopped.
struct ChaosPlan: Sendable {
  /// The time between two blows.
  let intervalMilliseconds: ClosedRange<Int>
  /// The largest number of blows.
  let blowCount: Int
  /// Of ten blows, how many kill; the others stop.
  let killsOfTen: Int
  /// True if a stopped worker may be left as it is.
  let leavesStopped: Bool
  let restartsCoordinator: Bool

  init(_ random: inout SeededGenerator) {
    let shortest = random.pick([15, 15, 40, 100, 300])
    intervalMilliseconds = shortest...min(600, shortest * random.number(1...4))
    blowCount = random.chance(oneIn: 8) ? 0 : random.number(1...6)
    killsOfTen = random.pick([10, 10, 7, 3, 0])
    leavesStopped = random.chance(oneIn: 4)
    restartsCoordinator = random.chance(oneIn: 2)
  }
}

extension ChaosPlan: CustomStringConvertible {
  var description: String {
    """
    \(blowCount) blows every \(intervalMilliseconds) ms of which \(killsOfTen) in 10 \
    kill\(leavesStopped ? ", some stops for good" : "")
    """
  }
}
