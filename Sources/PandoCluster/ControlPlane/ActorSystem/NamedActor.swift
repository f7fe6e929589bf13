package import Distributed

/// A distributed actor that each process has at most one of, known to others by a fixed name.
package protocol NamedActor: DistributedActor {
  static var actorName: String { get }
}
