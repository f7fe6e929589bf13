import IssueReporting

/// Chains: actions that commits send, one giving rise to the next.
///
/// Each commit of a chain is made by whoever finds the link at the head: the thread that sent the first action, or the
/// one that received a worker's answer. Left alone a chain without an end would keep that thread, the head of the buffer
/// and the store's lock for ever. So it is bounded in its length, and in its size where it branches; and after each `ChainLink.turnLength` links the next one
/// goes behind all that was sent meanwhile, and the lock to a thread that waits for it.
extension StoreEngine {
  /// Returns the link that an action is which the current commit sends; nil where it is dropped, as the chain is as long
  /// as it may be, which is reported.
  @inline(__always)
  func nextLink(_ action: Action) -> ChainLink? {
    let link = ChainLink(behind: current.link, atMost: chainLimit) { WarningText.action(action) }
    guard let link else {
      cutChain(before: action)
      return nil
    }
    if let branches = link.branches {
      branches.count += 1
      if branches.count > branchLimit {
        cutBranches(before: action)
        return nil
      }
    }
    if link.isTurnOver {
      if hooks.dropsTurns { return nil }
      if lock.isAwaited { current.givesWay = true }
    }
    return link
  }

  /// The number of actions that a chain may send once it has branched.
  private var branchLimit: Int {
    let (limit, overflows) = chainLimit.multipliedReportingOverflow(by: ChainLink.branchFactor)
    return overflows ? .max : limit
  }

  @inline(never)
  private func cutBranches(before action: Action) {
    let name = WarningText.action(action)
    guard isNews([name]) else { return }
    report { [branchLimit] in
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

  /// Returns whether a cut is told: of so many different ones, each once. A chain that begins again and again is the same
  /// one.
  private func isNews(_ names: Set<String>) -> Bool {
    cutChains.count < 16 && cutChains.insert(names).inserted
  }

  @inline(never)
  private func cutChain(before action: Action) {
    let trail = current.link.trail + [WarningText.action(action)]
    guard isNews(Set(trail)) else { return }
    report { [chainLimit] in
      reportIssue(
        """
        A chain of \(chainLimit) actions was cut: each was sent by the reducer that handled the one \
        before, with "Effect.send" or the store's own "send".

          \(trail.joined(separator: "\n  > "))

        The last of these is dropped. If the chain has an end, allow its length with \
        "hosting.chainLimit(...)". If it is to go on for ever, let an effect send: \
        "return .run { send in await send(...) }" takes turns with others, and ends with its feature.
        """)
    }
  }
}
