import CZeroMQ

extension Socket {
  /// The pattern that a socket takes part in.
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// One to one, with exactly one peer.
    case pair
    /// Sends to every subscriber.
    case pub
    /// Receives what it has subscribed to (`Socket.Option.subscribe`).
    case sub
    /// Asks, then waits for the answer.
    case req
    /// Answers each request in turn.
    case rep
    /// Sends to its peers in turn, receives from all.
    case dealer
    /// Knows its peers by routing id: the first frame of every message says whose it is.
    case router
    /// Receives from its peers in turn.
    case pull
    /// Sends to its peers in turn.
    case push
    /// A `pub` that receives the subscriptions.
    case xpub
    /// A `sub` whose subscriptions are messages that it sends.
    case xsub

    var number: Int32 {
      switch self {
      case .pair: ZMQ_PAIR
      case .pub: ZMQ_PUB
      case .sub: ZMQ_SUB
      case .req: ZMQ_REQ
      case .rep: ZMQ_REP
      case .dealer: ZMQ_DEALER
      case .router: ZMQ_ROUTER
      case .pull: ZMQ_PULL
      case .push: ZMQ_PUSH
      case .xpub: ZMQ_XPUB
      case .xsub: ZMQ_XSUB
      }
    }
  }
}
