/// Announces a session to the receiver when its effects have left something to send, and to the watch while an
/// effect's thread reduces, and when it is to look at the time of effects.
final class Announcer: @unchecked Sendable {
  // Set once, before any effect runs, by the thread that makes the session.
  weak var session: ClientSession?
  private let loop: WorkerLoop

  init(_ loop: WorkerLoop) {
    self.loop = loop
  }

  func announce() {
    if let session { loop.announce(session) }
  }

  func noteEffects(due time: Int) {
    if let session, loop.effects.note(session, due: time) { loop.wakeWatch() }
  }

  func noteSelfDispatch(begins: Bool) {
    guard let session else { return }
    if !begins {
      loop.selfDispatches.end(session)
    } else if loop.selfDispatches.begin(session) {
      loop.wakeWatch()
    }
  }
}
