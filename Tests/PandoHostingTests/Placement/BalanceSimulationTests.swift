import PandoHosting
import PandoWire
import Testing

/// Thousands of workers and stores, in memory: each store asks now and then, at a coordinator of its own, and makes some
/// of the moves that it is told, late. Workers tell their loads now and then.
@Suite("Stores that ask which lanes may move", .timeLimit(.minutes(15)))
struct BalanceSimulationTests {
  private static let feature = FeatureDescriptor(
    name: "Row", state: SchemaFingerprint(of: Int.self), action: SchemaFingerprint(of: Int.self))

  private struct World {
    var random: SplitMix
    var registries: [WorkerRegistry]
    /// The ids of each worker, which are the same at every coordinator here.
    var ids: [WorkerID] = []
    var numbers: [WorkerID: Int] = [:]
    var loads: [Int]
    /// The lanes of each store by worker.
    var stores: [[Int: Int]]
    var moves = 0
    /// The number of answers that let lanes move.
    var grants = 0
    var now = 0
    /// Moves that are under way.
    var underWay: [(store: Int, from: Int, to: Int, lanes: Int, at: Int)] = []

    init(seed: UInt64, workers: Int, stores: Int, lanesEach: Int, idle: Int, coordinators: Int) {
      random = SplitMix(seed: seed)
      registries = Array(repeating: WorkerRegistry(incarnation: 1), count: coordinators)
      loads = Array(repeating: 0, count: workers)
      self.stores = Array(repeating: [:], count: stores)
      for number in 0..<workers {
        let record = WorkerRecord(
          name: "w\(number)", endpoint: "w\(number)", processID: 1, hostName: "here",
          features: [feature])
        for index in registries.indices {
          let id = registries[index].join(record, atMilliseconds: 0).lease.id
          if index == 0 {
            ids.append(id)
            numbers[id] = number
          }
        }
      }
      // The last workers have nothing yet: they came late.
      for store in 0..<stores {
        for _ in 0..<lanesEach {
          let worker = Int.random(in: 0..<(workers - idle), using: &random)
          self.stores[store][worker, default: 0] += 1
          loads[worker] += 1
        }
      }
      beat()
    }

    mutating func beat() {
      for (number, id) in ids.enumerated() {
        let load = WorkerLoad(lanes: loads[number], actionsPerSecond: 0)
        for index in registries.indices {
          _ = registries[index].beat(id, load: load, atMilliseconds: now)
        }
      }
    }

    /// A round of 5 s, in which each store asks once, and loads are told ten times.
    mutating func round() {
      for tenth in 0..<10 {
        now += 500
        arrive()
        beat()
        for store in stores.indices where store % 10 == tenth { ask(store) }
      }
    }

    mutating func arrive() {
      let due = underWay.filter { $0.at <= now }
      underWay.removeAll { $0.at <= now }
      for move in due {
        let lanes = min(move.lanes, stores[move.store][move.from] ?? 0)
        guard lanes > 0 else { continue }
        stores[move.store][move.from]! -= lanes
        if stores[move.store][move.from] == 0 { stores[move.store][move.from] = nil }
        stores[move.store][move.to, default: 0] += lanes
        loads[move.from] -= lanes
        loads[move.to] += lanes
        moves += lanes
      }
    }

    mutating func ask(_ store: Int) {
      let held = stores[store].map { WorkerLanes(worker: ids[$0.key], lanes: $0.value) }
        .sorted { $0.worker < $1.worker }
      let coordinator = store % registries.count
      let advice = registries[coordinator].advise(
        PlacementWish(feature), holding: held, coordinators: registries.count, atMilliseconds: now)
      guard let advice, let from = numbers[advice.from],
        let to = numbers[advice.destination.worker]
      else { return }
      grants += 1
      // Some lanes run effects, and stay; the others go within the time for which a store tries.
      let lanes = Int.random(in: 0...advice.lanes, using: &random)
      let delay = Int.random(in: 0..<4_500, using: &random)
      underWay.append((store, from, to, lanes, now + delay))
    }

    var range: ClosedRange<Int> { loads.min()!...loads.max()! }
    var squares: Int { loads.reduce(0) { $0 + $1 * $1 } }
  }

  @Test("settle, move few lanes twice, and then none", arguments: [1, 3])
  func settles(coordinators: Int) {
    for seed in 1...3 as ClosedRange<UInt64> {
      var world = World(
        seed: seed, workers: 30, stores: 40, lanesEach: 60, idle: 6, coordinators: coordinators)
      let total = world.loads.reduce(0, +)
      let mean = total / 30
      var rounds = 0
      var quietRounds = 0
      var squares = world.squares
      // For longer than a grant counts, nobody was told to move anything: what is asked from now on is the same.
      while quietRounds < 3, rounds < 200 {
        let before = world.grants
        world.round()
        rounds += 1
        quietRounds = world.grants == before ? quietRounds + 1 : 0
        // No move makes it worse, so that all of them together come to an end.
        #expect(world.squares <= squares)
        squares = world.squares
      }
      #expect(quietRounds == 3, "advice without end")
      #expect(world.underWay.isEmpty)
      #expect(world.loads.reduce(0, +) == total)
      print("\(coordinators) coordinators: \(rounds) rounds, \(world.moves) moves, \(world.range)")
      #expect(world.range.lowerBound >= mean / 2, "\(world.range)")
      // Six workers of thirty lacked their part, a fifth of all; hardly a lane moved twice.
      #expect(world.moves <= total / 5 * 3 / 2, "\(world.moves) of \(total)")
      let (moves, grants) = (world.moves, world.grants)
      for _ in 0..<30 { world.round() }
      #expect(world.moves == moves && world.grants == grants, "to and fro")
    }
  }

  @Test("of 10,000 workers a tenth that comes late gets its part from 2,000 stores")
  func manyWorkers() {
    var world = World(
      seed: 7, workers: 10_000, stores: 2_000, lanesEach: 100, idle: 1_000, coordinators: 1)
    let total = world.loads.reduce(0, +)
    let squares = world.squares
    for _ in 0..<12 { world.round() }
    #expect(world.loads.reduce(0, +) == total)
    #expect(world.squares < squares)
    let late = world.loads.suffix(1_000)
    print(
      "late workers have \(late.min()!) to \(late.max()!) lanes, the mean is \(total / 10_000); \(world.moves) moves"
    )
    #expect(late.reduce(0, +) > 1_000 * 8)
    #expect(late.max()! <= 2 * total / 10_000)
  }
}
