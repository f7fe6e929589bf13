import CProcess
import Foundation

/// Another process of this program, which ends with its standard input.
final class SpawnedProcess: Sendable {
  let processID: Int32
  private let input: Int32

  init(_ arguments: [String]) {
    var ends: [Int32] = [-1, -1]
    precondition(pando_pipe(&ends) == 0, "a pipe can be made")
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
    posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)
    let program = "/proc/self/exe"
    var strings: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
    strings.append(nil)
    var number: Int32 = 0
    let status = posix_spawn(&number, program, &actions, nil, strings, pando_environment())
    precondition(status == 0, "a worker can be started: \(String(cString: strerror(status)))")
    strings.forEach { free($0) }
    posix_spawn_file_actions_destroy(&actions)
    close(ends[0])
    processID = number
    input = ends[1]
  }

  /// Returns whether the process is gone. Asked by one thread; to be asked until it says so.
  func hasEnded() -> Bool {
    var status: Int32 = 0
    return waitpid(processID, &status, WNOHANG) != 0
  }

  func closeInput() {
    // The number stays taken until the last reference goes.
    dup2(Self.closedPipe, input)
  }

  private static let closedPipe: Int32 = {
    var ends: [Int32] = [-1, -1]
    precondition(pando_pipe(&ends) == 0, "a pipe can be made")
    close(ends[0])
    return ends[1]
  }()

  deinit { close(input) }
}
