import Distributed

@testable import PandoCluster

struct Sample: Codable, Equatable {
  var text: String
  var numbers: [Int]
  var inner: [String: Double]?
}

struct OddError: Error, CustomStringConvertible {
  var description: String { "an odd one" }
}

/// Answers in every way that there is.
distributed actor Echo {
  typealias ActorSystem = ZeroMQActorSystem

  private var count = 0

  distributed func same(_ sample: Sample) -> Sample { sample }

  distributed func add(_ left: Int, _ right: Int) -> Int { left + right }

  distributed func increment() { count += 1 }

  distributed func total() -> Int { count }

  distributed func refuse(_ reason: String) throws -> Int { throw ControlError.refused(reason) }

  distributed func fail() throws { throw OddError() }

  distributed func generic<Value: Codable & Sendable>(_ value: Value) -> Value { value }

  distributed func bytes(_ count: Int) -> [UInt8] { [UInt8](repeating: 7, count: count) }

  distributed func length(of bytes: [UInt8]) -> Int { bytes.count }

  /// Answers when the task is cancelled, which it never is.
  distributed func hang() async {
    try? await Task.sleep(for: .seconds(3600))
  }

  /// Calls another actor, wherever it is.
  distributed func relay(_ left: Int, _ right: Int, to other: ActorAddress) async throws -> Int {
    try await Echo.resolve(id: other, using: actorSystem).add(left, right)
  }
}

/// Has a function of its own, which an `Echo` must not run.
distributed actor Other {
  typealias ActorSystem = ZeroMQActorSystem

  private var secret = "other"

  distributed func reveal() -> String { secret }
}

extension Echo: ServedActor {
  static func callEach(of probe: Echo) async {
    _ = try? await probe.same(Sample(text: "", numbers: []))
    _ = try? await probe.add(0, 0)
    try? await probe.increment()
    _ = try? await probe.total()
    _ = try? await probe.refuse("")
    try? await probe.fail()
    _ = try? await probe.generic(0)
    _ = try? await probe.bytes(0)
    _ = try? await probe.length(of: [])
    try? await probe.hang()
    _ = try? await probe.relay(0, 0, to: probe.id)
  }
}
