import CProcess
import Glibc
import Pando
import Synchronization

/// The way in which a worker asks the program that started it for granted files. Any thread may ask; one at a time does,
/// and waits until the program answers or ends.
enum GrantQuestions {
  /// The environment variable with the number of the descriptor to ask on.
  static let variable = "PANDO_WORKER_GRANTS"

  private static let socket = Mutex<Int32?>(nil)

  /// Has the files asked for that this process comes to know of. Called before it decodes anything.
  static func adopt() {
    if let text = getenv(variable), let descriptor = Int32(String(cString: text)),
      fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
    {
      socket.withLock { $0 = descriptor }
    }
    // What the worker starts has nothing to ask there.
    unsetenv(variable)
    GrantedFile.ask { token in
      socket.withLock { socket in
        guard let socket else { return .failure(.elsewhere) }
        let outcome = pando_grant_ask(socket, token.high, token.low)
        if outcome >= 0 { return .success(outcome) }
        return .failure(outcome == -ENOENT ? .gone : .failed(errno: -outcome))
      }
    }
  }
}
