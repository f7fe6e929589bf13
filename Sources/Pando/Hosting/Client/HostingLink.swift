package import PandoHosting

/// One worker, as a store reaches it. The order of messages is kept.
///
/// A store calls it while it holds its lock, so nothing here may call back into the store.
package protocol HostingLink: AnyObject, Sendable {
  /// What people call the worker in messages.
  var name: String { get }

  /// Adds a message to what is sent next.
  func submit(_ message: ClientMessage)

  /// Sends what was added. A link whose worker answers on the spot returns the answers.
  func flush() -> [UInt8]?

  /// An action that the worker reduced has committed.
  func countCommit()

  /// Gives up on a worker that broke the protocol; `lost` follows.
  func refuse(reason: String)
}
