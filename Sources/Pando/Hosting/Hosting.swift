public import FoundationEssentials

/// Where a store's hosted features run.
public struct Hosting: Sendable {
  /// The number of actions that may be in the store between acceptance and commit before senders
  /// wait, and the number of one hosted child that may be in flight.
  ///
  /// What reducers return as ``Effect/send(_:)`` does not count. Senders also wait while actions for hosted children take
  /// 64 MiB or more, encoded, and there it does count. An observer or a reducer that calls ``Store/send(_:)`` does not
  /// wait, and is refused beyond sixteen windows: a small one bounds that, too.
  public var window = 1_000

  /// The number of actions that may send one another, each by ``Effect/send(_:)`` of the reducer that handled the one
  /// before. The next one is dropped and reported. It counts how long a chain is: an action that came from outside may
  /// send any number. Where one of those that follow sends more than one, all that comes of it is counted, and may be 64
  /// times as many.
  ///
  /// After each 64 links, actions that others have sent meanwhile go ahead of the chain.
  public var chainLimit = 4_096

  /// A folder for a file for each action that no worker could reduce, which replays it in a test; nil
  /// writes none. A file has the whole action and the feature's whole state, 64 MiB each at most, encoded, whatever is
  /// private in them. See ``HostedFailureReport``.
  public var failureFolder: URL?

  /// Nil where `.hosted()` has no effect.
  package let makeBackend: (@Sendable () -> any HostingBackend)?

  /// The source of failures, for the test that it belongs to; nil where there is none.
  package var faults: (any Sendable)?
  /// True if this is ``inProcess``, for which a test's store has a place of its own.
  package private(set) var isLoopback = false

  package init(makeBackend: (@Sendable () -> any HostingBackend)?) {
    self.makeBackend = makeBackend
  }

  /// In this process, through the same lane, host and codec as in a worker; so what cannot cross a
  /// process boundary shows in a test.
  public static let inProcess: Hosting = {
    var hosting = Hosting { LoopbackBackend() }
    hosting.isLoopback = true
    return hosting
  }()

  /// As if `.hosted()` were not there.
  public static let direct = Hosting(makeBackend: nil)

  /// The same place with another window.
  public func window(_ actions: Int) -> Hosting {
    precondition(actions > 0, "a window holds at least one action")
    var hosting = self
    hosting.window = actions
    return hosting
  }

  /// The same place, where so many actions may send one another. See ``chainLimit``.
  public func chainLimit(_ actions: Int) -> Hosting {
    precondition(actions > 0, "an action may send another")
    var hosting = self
    hosting.chainLimit = actions
    return hosting
  }
}

extension Hosting: DependencyKey, ReadByStoresAlone {
  /// In this process, through the codec.
  public static var liveValue: Hosting { .inProcess }

  /// In this process, through the codec, in tests too.
  public static var testValue: Hosting { .inProcess }
}

extension DependencyValues {
  /// Where hosted features run.
  public var hosting: Hosting {
    get { self[Hosting.self] }
    set { self[Hosting.self] = newValue }
  }
}
