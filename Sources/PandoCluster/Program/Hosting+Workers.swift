public import Pando
import PandoHosting
import ZeroMQ

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
    workers(count, executable: "/proc/self/exe", silenceMilliseconds: silenceMilliseconds)
  }

  /// In worker processes of another binary, which has the same features.
  package static func workers(
    _ count: Int, executable: String, silenceMilliseconds: Int = 10_000
  ) -> Hosting {
    pool(silenceMilliseconds) {
      guard count > 0 else {
        throw SpawnError(
          ".workers(\(count)) asks for no worker. Ask for at least one, or use \".inProcess\".")
      }
      try SpawnRefusal.check()
      return .spawned(count, executable: executable, try SocketFolder())
    }
  }

  /// In workers that somebody else runs: `program worker --bind ENDPOINT`.
  ///
  /// A worker that goes is connected to again when it is back; its children go on at another, or
  /// wait.
  ///
  /// - Parameters:
  ///   - endpoints: Where the workers listen.
  ///   - silenceMilliseconds: How long a worker may leave a question unanswered before its children
  ///     move.
  public static func workers(at endpoints: [String], silenceMilliseconds: Int = 10_000) -> Hosting {
    pool(silenceMilliseconds) {
      guard !endpoints.isEmpty else {
        throw SpawnError(".workers(at: []) names no worker. Name at least one endpoint.")
      }
      return .connected(try endpoints.map { try Endpoint($0) })
    }
  }

  private static func pool(
    _ silenceMilliseconds: Int, _ source: @escaping @Sendable () throws -> WorkerPool.Source
  ) -> Hosting {
    Hosting {
      do {
        return try WorkerPool(
          try source(), limits: LinkMachine.Limits(silenceMilliseconds: silenceMilliseconds))
      } catch {
        return UnavailableBackend(reason: "\(error)")
      }
    }
  }
}
