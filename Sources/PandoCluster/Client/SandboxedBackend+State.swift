import Pando
import PandoHosting

// The backends that there are, and the lanes that wait for others.
extension SandboxedBackend {
  struct Request {
    let lane: LaneID
    let feature: any HostedFeature
    let group: LaneGroup?
    let place: LanePlace
  }

  /// A backend that begins, and the lanes that wait for that.
  struct Opening {
    var requests: [Request] = []
    let end = ThreadEnd()
  }

  /// A backend that has begun.
  struct Begun {
    let sandbox: Sandbox?
    let backend: any HostingBackend
    /// The lane that has it for itself. Nil where there is none yet, and where it is for all.
    var lane: LaneID?

    func has(_ lane: LaneID, _ sandbox: Sandbox?) -> Bool {
      sandbox == self.sandbox
        && (!Self.isUnshared(sandbox) || lane == self.lane || isUnavailableForAll)
    }

    /// True if it says to every lane that there is no worker.
    var isUnavailableForAll: Bool { (backend as? UnavailableBackend)?.isLasting == true }

    /// True if its worker cannot be had.
    var hasFailed: Bool {
      backend.workers.contains { if case .failed = $0.state { true } else { false } }
    }

    /// True if a lane may have it for itself.
    func isFree(for sandbox: Sandbox?) -> Bool {
      Self.isUnshared(sandbox) && sandbox == self.sandbox && lane == nil && !isUnavailableForAll
    }

    static func isUnshared(_ sandbox: Sandbox?) -> Bool { sandbox?.sharing == .never }
  }

  struct State {
    /// In the order in which they began.
    var backends: [Begun] = []
    /// The backends whose lanes have ended, until their processes have.
    var ending: [ObjectIdentifier: any HostingBackend] = [:]
    var openings: [Sandbox?: Opening] = [:]
    /// The sandboxes of lanes that have one.
    var sandboxes: [LaneID: Sandbox] = [:]
    var client: (any HostingClient)?
    var dependencies = DependencyValues()
    var isStopped = false
    /// The sandboxes of which people know that others' workers have none.
    var told: Set<Sandbox> = []

    /// Takes out a backend that nobody is to have any more.
    mutating func beginEnd(at index: Int) -> any HostingBackend {
      let backend = backends.remove(at: index).backend
      ending[ObjectIdentifier(backend)] = backend
      return backend
    }

    /// Returns the end of the thread that is to begin a backend, where none begins one yet.
    mutating func open(_ sandbox: Sandbox?) -> ThreadEnd? {
      if isStopped || openings[sandbox] != nil { return nil }
      let opening = Opening()
      openings[sandbox] = opening
      return opening.end
    }
  }
}
