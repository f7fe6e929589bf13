package import Distributed

/// A distributed actor that other processes may call.
package protocol ServedActor: DistributedActor where ActorSystem == ZeroMQActorSystem {
  /// Calls each distributed function of `probe` once, with any arguments.
  ///
  /// Nothing is sent, and every call throws. It is how the names of the functions are learned: only
  /// those are handed to Swift's runtime, which trusts the names that it is given. With one of
  /// another actor's function it would run that on this one's memory, and names that are made up
  /// can crash it.
  static func callEach(of probe: Self) async
}
