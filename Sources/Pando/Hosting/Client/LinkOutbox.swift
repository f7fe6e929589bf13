package import PandoHosting
import PandoWire

/// What a store has to say to one worker, gathered while the store holds its lock.
package final class LinkOutbox {
  package let link: any HostingLink
  var writer = WireWriter()
  /// How many commits the link has not been told of.
  var commitCount = 0
  /// Whether it is in its store's list of those that have something to send.
  var isMarked = false

  init(_ link: any HostingLink) {
    self.link = link
  }

  /// Sends what was gathered, and returns answers that come at once.
  func flush() -> [UInt8]? {
    if commitCount > 0 {
      link.countCommits(commitCount)
      commitCount = 0
    }
    defer { writer.removeAll() }
    return writer.withBytes { link.send($0) }
  }
}
