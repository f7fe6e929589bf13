import IssueReporting
public import Pando
import PandoHosting

extension Hosting {
  /// In worker processes of this program's own binary, started with the store and ended with it.
  ///
  /// The program must be a ``PandoProgram``, so that the same binary can be a worker. A worker that
  /// ends, hangs or breaks the protocol is replaced; its children go on at another, from their
  /// last committed state.
  ///
  /// - Parameters:
  ///   - count: How many processes.
  ///   - silenceMilliseconds: How long a worker may leave a question unanswered, because it hangs or
  ///     because a reducer takes long, before it is killed and replaced.
  public static func workers(_ count: Int, silenceMilliseconds: Int = 10_000) -> Hosting {
    precondition(count > 0, "a store has at least one worker")
    return Hosting {
      var limits = LinkMachine.Limits()
      limits.silenceMilliseconds = Int64(silenceMilliseconds)
      limits.idleMilliseconds = min(500, Int64(silenceMilliseconds) / 4)
      do {
        return try WorkerPool(count: count, limits: limits)
      } catch {
        fatalError("Workers cannot be started: \(error)")
      }
    }
  }
}
