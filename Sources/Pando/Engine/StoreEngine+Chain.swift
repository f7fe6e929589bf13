import IssueReporting

/// Chains: actions that commits send, one giving rise to the next.
///
/// Each commit of a chain is made by whoever finds the link at the head: the thread that sent the first action, or the
/// one that received a worker's answer. Left alone a chain without an end would keep that thread, the head of the buffer
/// and the store's lock for ever. So it is bounded in its length, and after each `ChainLink.turnLength` links the next one
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
    if link.isTurnOver {
      if watchers.hooks.dropsTurns { return nil }
      if lock.isAwaited { current.givesWay = true }
    }
    return link
  }

  @inline(never)
  private func cutChain(before action: Action) {
    let trail = (current.link.trail ?? []) + [WarningText.action(action)]
    // So many different ones, each once: a chain that begins again and again is the same one.
    guard cutChains.count < 16, cutChains.insert(Set(trail)).inserted else { return }
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
