import IssueReporting

/// Bounds the chains of a store: actions that commits send, one giving rise to the next.
///
/// Each commit of a chain is made by whoever finds the link at the head: the thread that sent the first action, or the
/// one that received a worker's answer. Left alone a chain without an end would keep that thread, the head of the buffer
/// and the store's lock for ever. So it is bounded in its length, and in its size where it branches; and after each
/// `ChainLink.turnLength` links the next one goes behind all that was sent meanwhile, and the lock to a thread that waits
/// for it.
struct ChainBounds {
  /// The number of actions that may send one another, one after the other.
  private let length: Int
  /// The number of them that commit without a queue.
  let lengthAtOnce: Int
  /// The names of the last actions of chains that were cut.
  private var cuts: Set<Set<String>> = []

  init(length: Int) {
    self.length = length
    lengthAtOnce = max(min(length - ChainLink.trailLength, ChainLink.turnLength) - 1, 0)
  }

  /// Returns the link behind another; nil where the action is dropped, as the chain is as long as it may be, or has sent
  /// as much since it branched. That is reported.
  ///
  /// - Parameter name: The action in words, which few are asked for.
  @inline(__always)
  mutating func link(
    behind last: ChainLink, _ aftermath: Aftermath, name: () -> String
  ) -> ChainLink? {
    guard let link = ChainLink(behind: last, atMost: length, name: name) else {
      cut(last.trail + [name()], aftermath)
      return nil
    }
    if let branches = link.branches {
      branches.count += 1
      if branches.count > branchLimit {
        cutBranches(before: name(), aftermath)
        return nil
      }
    }
    return link
  }

  /// The number of actions that a chain may send once it has branched.
  private var branchLimit: Int {
    let (limit, overflows) = length.multipliedReportingOverflow(by: ChainLink.branchFactor)
    return overflows ? .max : limit
  }

  /// Returns whether a cut is told: of so many different ones, each once. A chain that begins again and again is the same
  /// one.
  private mutating func isNews(_ names: Set<String>) -> Bool {
    cuts.count < 16 && cuts.insert(names).inserted
  }

  @inline(never)
  private mutating func cutBranches(before name: String, _ aftermath: Aftermath) {
    guard isNews([name]) else { return }
    aftermath.report { [branchLimit] in
      reportIssue(
        """
        A chain of actions was cut after \(branchLimit): each was sent by the reducer that handled the one before, with \
        "Effect.send", and some sent more than one other, so that they became ever more.

          Dropped: \(name)

        Each action that goes on should send one other at most. If so many are in order, allow more with \
        "hosting.chainLimit(...)", of which this is \(ChainLink.branchFactor) times.
        """)
    }
  }

  @inline(never)
  private mutating func cut(_ trail: [String], _ aftermath: Aftermath) {
    guard isNews(Set(trail)) else { return }
    aftermath.report { [length] in
      reportIssue(
        """
        A chain of \(length) actions was cut: each was sent by the reducer that handled the one \
        before, with "Effect.send" or the store's own "send".

          \(trail.joined(separator: "\n  > "))

        The last of these is dropped. If the chain has an end, allow its length with \
        "hosting.chainLimit(...)". If it is to go on for ever, let an effect send: \
        "return .run { send in await send(...) }" takes turns with others, and ends with its feature.
        """)
    }
  }
}
