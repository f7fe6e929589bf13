import Distributed
import Synchronization
import ZeroMQ

/// The names of the functions that peers may call, by the type of the actor.
///
/// The distributed runtime demangles any name that it is given, and names that are no function's crash it. So only names
/// that calls of this process produced reach it.
final class TargetTable: Sendable {
  private let known = Mutex<[ObjectIdentifier: Set<String>]>([:])

  /// Learns them at the first time.
  func targets<Act: ServedActor>(
    of type: Act.Type, in system: ZeroMQActorSystem
  ) async -> Set<String> {
    let key = ObjectIdentifier(type)
    if let targets = known.withLock({ $0[key] }) { return targets }
    let targets = await learn(type, in: system)
    known.withLock { $0[key] = targets }
    return targets
  }

  /// Notes the target and throws, if the current task is learning the names of functions.
  static func noteIfLearning(_ target: RemoteCallTarget) throws {
    guard let recorder else { return }
    recorder.targets.withLock { _ = $0.insert(target.identifier) }
    throw CancellationError()
  }

  private final class Recorder: Sendable {
    let targets = Mutex<Set<String>>([])
  }

  @TaskLocal private static var recorder: Recorder?

  private func learn<Act: ServedActor>(
    _ type: Act.Type, in system: ZeroMQActorSystem
  ) async -> Set<String> {
    let recorder = Recorder()
    do {
      let id = ActorAddress(endpoint: try .inproc(name: "probe"), name: "probe")
      let probe = try Act.resolve(id: id, using: system)
      await Self.$recorder.withValue(recorder) { await Act.callEach(of: probe) }
    } catch {
      // The address is well formed, and no such actor is local.
      preconditionFailure("a probe was not made: \(error)")
    }
    return recorder.targets.withLock { $0 }
  }
}
