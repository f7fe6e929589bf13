import CProcess
import Dispatch
import Glibc
import Pando

/// Hands granted files to one worker, which asks for them by what they are known by.
///
/// Nothing of a file goes before a worker asks: so nothing waits in the socket, and the next worker's question is like the
/// first one's. The answers come from a queue of its own, as a file's system may take its time to open it.
struct GrantDesk {
  /// The worker's end, to be closed once the worker has it.
  let workerEnd: Int32
  private let source: any DispatchSourceRead

  init() throws(SpawnError) {
    var ends: [Int32] = [-1, -1]
    guard pando_grant_sockets(&ends) == 0 else {
      throw SpawnError(system: "make the sockets for a worker's granted files")
    }
    let own = ends[0]
    workerEnd = ends[1]
    let source = DispatchSource.makeReadSource(
      fileDescriptor: own, queue: DispatchQueue(label: "pando.grants"))
    source.setEventHandler { if !Self.answer(on: own) { source.cancel() } }
    source.setCancelHandler { Glibc.close(own) }
    source.activate()
    self.source = source
  }

  /// Ends its use. Whoever asks from now on is told that nobody answers.
  func close() { source.cancel() }

  /// Answers what was asked; returns false once nobody asks any more.
  private static func answer(on socket: Int32) -> Bool {
    var grant = pando_grant()
    let outcome = pando_grant_question(socket, &grant)
    if outcome != 1 { return outcome == 0 }
    switch GrantedFile.copy(of: GrantToken(high: grant.high, low: grant.low)) {
    case .success(let descriptor):
      defer { Glibc.close(descriptor) }
      if pando_grant_answer(socket, &grant, descriptor) == 0 { return true }
      grant.failure = Int64(errno)
    case .failure(.failed(let number)):
      grant.failure = Int64(number)
    case .failure:
      grant.failure = Int64(ENOENT)
    }
    // Without room, who asks does not read. Who waits for an answer that cannot be sent hears the end of the socket.
    return pando_grant_answer(socket, &grant, -1) == 0 || errno == EAGAIN
  }
}
