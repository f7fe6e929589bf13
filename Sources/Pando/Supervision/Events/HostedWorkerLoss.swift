import PandoBase

/// The loss of a worker: what it had, and what it was doing.
public struct HostedWorkerLoss: Hashable, Sendable {
  /// The way in which the store's use of a worker ended.
  public enum Cause: String, Codable, Hashable, Sendable {
    /// Its process ended, or the connection was lost, and more is not known.
    case died
    /// Its process crashed, or called `exit`, and said in whose code.
    case crashed
    /// Somebody else ended its process, or the system did as memory ran out.
    case killed
    /// It stayed at one action for longer than the features that it hosts allow, or an effect that was cancelled did not end.
    case hung
    /// It broke the protocol, said more than could be read, or its answers did not fit.
    case refused
    /// It said that it stops, as after a drain, or as it has crashed in a feature of another program.
    case left
    /// The store's own process ended, and the store goes on from its journal.
    case restarted
  }

  /// An action that a worker had been sent and had not answered.
  public struct Reduced: Hashable, Sendable {
    /// The child that it was for.
    public let child: HostedChildName

    /// The cases of the action, without the values in them: `Action.row(id:, action: .opened)`.
    public let action: String
  }

  /// The code that crashed a worker, or the effect that did not end on it.
  public struct Culprit: Hashable, Sendable {
    /// The child that it was of.
    public let child: HostedChildName

    /// The effect: the name that it was given, or the file and line of its `run`. Nil where it was the reducer, or the
    /// coding of the child's state and actions.
    public let effect: String?
  }

  /// The worker's name.
  public let worker: String

  /// The way in which it ended.
  public let cause: Cause

  /// The same in words.
  public let reason: String

  /// The code that ended it, by its own last words; nil where they say nothing of it. Where several effects did not end, one
  /// of them.
  public let culprit: Culprit?

  /// The number of children that it had.
  public let childCount: Int

  /// The children that it had, 256 at most: first those whose actions it had to answer.
  public let children: [HostedChildName]

  /// The first action of each of those children that it had not answered. It was reducing the first of them, and had the
  /// others still to do; that is by the order in which the store accepted them, which is nearly always that in which
  /// they were sent.
  public let reducing: [Reduced]
}

extension HostedWorkerLoss: CustomStringConvertible {
  /// A sentence for the log, with a few of the children.
  public var description: String {
    let names = children.prefix(8)
    var text = "\(worker) \(cause == .left ? "has left" : "is lost"): \(reason)."
    if let culprit {
      let code = culprit.effect.map { "the effect \($0)" } ?? "the reducer"
      text += " It \(cause == .hung ? "hung" : "crashed") in \(code) of \(culprit.child)."
    }
    if let first = reducing.first {
      let others = reducing.count - 1
      let waiting = others == 1 ? "1 other child" : "\(others) other children"
      text += " It was reducing \(first.action) of \(first.child)"
      text += others > 0 ? ", and had yet to come to \(waiting)." : "."
    }
    if childCount > 0, names.isEmpty {
      text += childCount == 1 ? " It had 1 child." : " It had \(childCount) children."
    } else if childCount > 0 {
      let more = childCount > names.count ? ", and \(childCount - names.count) more" : ""
      text += " It had \(names.map(\.description).joined(separator: ", "))\(more)."
    }
    return text.cut(toBytes: 4 * ValueWords.bytesAtMost)
  }
}
