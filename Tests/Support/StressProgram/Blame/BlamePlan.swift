/// All that a seed chooses of a program with one guilty of eight children.
struct BlamePlan: Sendable {
  /// The way in which an effect that does not end is made to.
  enum Ending: String, Sendable {
    /// Its child is set to nil.
    case removed
    /// It is cancelled by its identity.
    case cancelled
    /// It has a time to run.
    case timed
  }

  static let handCount = 8

  let seed: Int
  let workerCount: Int
  let guilty: Int
  let misdeed: Misdeed
  /// Nil for one that ends its worker by itself.
  let ending: Ending?
  let effectMilliseconds: Int
  /// True if the guilty does it to each worker that it is given.
  let isEndless: Bool
  /// By the identity of the child.
  let jobs: [Job]
  /// The order in which the children begin, and the pauses between them.
  let beginnings: [Int]
  let beginningMilliseconds: Int
  /// The longest pause between two numbers that are sent.
  let paceMilliseconds: Int

  init(seed: Int) {
    var random = SeededGenerator(seed: UInt64(bitPattern: Int64(seed)))
    self.seed = seed
    workerCount = random.number(1...3)
    let guilty = random.number(0...(Self.handCount - 1))
    let misdeed = random.pick(Misdeed.allCases)
    let hangs = misdeed.kind == .hangs
    let ending = hangs ? random.pick([Ending.removed, .cancelled, .timed]) : nil
    (self.guilty, self.misdeed, self.ending) = (guilty, misdeed, ending)
    effectMilliseconds = random.number(50...400)
    // The search for a guilty one that nobody names takes a while.
    let isEndless = ending == .timed || random.chance(oneIn: misdeed.kind == .silent ? 6 : 2)
    self.isEndless = isEndless
    let timesAtMost =
      isEndless ? Self.mostDeaths : misdeed.kind == .silent ? random.number(1...2) : 1
    // A neighbour that works on while a worker is left holds that up for seconds.
    let areEndless = random.chance(oneIn: hangs ? 8 : 2)
    let longest = random.pick([2, 5, 12])
    let areNamed = !random.chance(oneIn: 4)
    jobs = (0..<Self.handCount).map { id in
      var job = Job(
        name: areNamed ? "job \(id)" : nil, seed: random.number(0...1 << 40),
        rounds: areEndless && id != guilty ? nil : random.number(30...120),
        longestMilliseconds: longest)
      if id == guilty {
        job.misdeed = misdeed
        job.place = random.pick(Place.allCases)
        job.round = random.number(1...25)
        job.timesAtMost = timesAtMost
        job.ignoresCancellation = ending == .timed
      }
      return job
    }
    beginnings = (0..<Self.handCount).shuffled(using: &random)
    beginningMilliseconds = random.pick([0, 1, 10])
    paceMilliseconds = random.pick([1, 3, 8])
  }

  /// The number of workers that a guilty one of whom nobody knows may end before it is given up: the halving of eight
  /// suspects takes eight.
  static let mostDeaths = 16

  /// The number of workers that it ends; nil where that is to be found out.
  var deaths: Int? {
    if misdeed.kind == .silent || misdeed.kind == .perhapsTold, isEndless { return nil }
    if misdeed.kind == .silent { return jobs[guilty].timesAtMost }
    if ending == .removed { return 1 }
    return isEndless ? 2 : 1
  }

  /// The words under which it is counted.
  var kind: String { ending.map { "\(misdeed.rawValue), \($0.rawValue)" } ?? misdeed.rawValue }
}

extension BlamePlan: CustomStringConvertible {
  var description: String {
    """
    \(workerCount) workers, child \(guilty) is guilty: \(kind), in its \(jobs[guilty].place.rawValue), round \
    \(jobs[guilty].round), \(deaths.map { "\($0) deaths" } ?? "until it is given up"); \
    \(jobs[guilty].name == nil ? "no names" : "names"), \
    neighbours work \(jobs.contains { $0.rounds == nil } ? "until the end" : "for a while")
    """
  }
}
