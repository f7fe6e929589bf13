import Pando

/// The record of one run of a program.
struct Record: Equatable {
  struct Commit: Equatable {
    var action: Root.Action
    var state: Root.State
    /// Which the state's equality leaves out.
    var ids: [StackElementID]

    init(action: Root.Action, state: Root.State) {
      self.action = action
      self.state = state
      ids =
        Array(state.path.ids) + state.always.pages.ids
        + state.path.flatMap { Array($0.pages.ids) }
        + [state.sheet, state.mode.child, state.wing?.child, state.wing?.guest].flatMap {
          $0.map { Array($0.pages.ids) } ?? []
        }
    }
  }

  var commits: [Commit] = []
  var effects = EffectLog.Entries()
  var warnings: [String] = []
}

extension Record {
  /// Says how two records differ.
  func difference(from local: Record) -> String {
    for (index, (left, right)) in zip(commits, local.commits).enumerated() where left != right {
      return "commit \(index) differs\nhosted: \(left)\nlocal:  \(right)"
    }
    if commits.count != local.commits.count {
      return "\(commits.count) commits hosted, \(local.commits.count) in-process"
    }
    if effects != local.effects {
      return "effects differ\nhosted: \(effects)\nlocal:  \(local.effects)"
    }
    return "warnings differ\nhosted: \(warnings)\nlocal:  \(local.warnings)"
  }

  /// At most once: an effect may be lost with its worker, and is never started again. Returns what breaks
  /// that.
  ///
  /// - Parameter inOrder: Whether effects start in the order of their commits: not where a worker stood
  ///   still for so long that it was given up, and hears of commits late.
  func effectStartedTwice(unlike local: Record, inOrder: Bool) -> String? {
    for (life, names) in effects.started {
      var rest = local.effects.started[life, default: []]
      for name in names {
        guard let index = rest.firstIndex(of: name) else {
          return
            "life \(life) started \(names), and in-process \(local.effects.started[life] ?? [])"
        }
        rest.removeSubrange((inOrder ? 0 : index)...index)
      }
    }
    return nil
  }

  /// P5: what an effect of a life sent never commits after that life.
  var survivorOfThePast: String? {
    for commit in commits {
      if case .docks(.element(let id, .heard(let life))) = commit.action,
        commit.state.docks[id: id]?.life != life
      {
        return "the effect of life \(life) outlived its dock"
      }
      if let (script, life) = commit.life, script.life != life {
        return "action \(script.id) outlived its child"
      }
      // Nothing that such an action does takes the child away which it is for.
      if let (script, life) = commit.nestedLife, let sender = script.life, sender != life {
        return "action \(script.id) outlived its nested child"
      }
    }
    return nil
  }
}

extension Record.Commit {
  /// The script of an action that an effect sent, and the life of the child that it met.
  fileprivate var life: (Script, Int)? {
    func pair(_ script: Script, _ child: Child.State?) -> (Script, Int)? {
      guard script.life != nil, script.parent == .nothing, let child else { return nil }
      return (script, child.life)
    }
    switch action {
    case .optional(.run(let script)): return pair(script, state.optional)
    case .rows(.element(let id, .run(let script))): return pair(script, state.rows[id: id])
    case .path(.element(let id, .run(let script))): return pair(script, state.path[id: id])
    case .sheet(.presented(.run(let script))): return pair(script, state.sheet)
    case .mode(.run(let script)): return pair(script, state.mode.child)
    case .wing(.child(.run(let script))): return pair(script, state.wing?.child)
    case .wing(.guest(.run(let script))): return pair(script, state.wing?.guest)
    default: return nil
    }
  }

  /// The script of an action for a child of a child, and the life of the one that it met, if any.
  fileprivate var nestedLife: (Script, Int?)? {
    switch action {
    case .always(let action): nestedLife(action, state.always)
    case .optional(let action): nestedLife(action, state.optional)
    case .rows(.element(let id, let action)): nestedLife(action, state.rows[id: id])
    case .path(.element(let id, let action)): nestedLife(action, state.path[id: id])
    case .sheet(.presented(let action)): nestedLife(action, state.sheet)
    case .mode(let action): nestedLife(action, state.mode.child)
    case .wing(.child(let action)): nestedLife(action, state.wing?.child)
    case .wing(.guest(let action)): nestedLife(action, state.wing?.guest)
    default: nil
    }
  }

  private func nestedLife(_ action: Child.Action, _ child: Child.State?) -> (Script, Int?)? {
    switch action {
    case .nested(.run(let script)): (script, child?.nested?.life)
    case .pages(.element(let id, .run(let script))): (script, child?.pages[id: id]?.life)
    default: nil
    }
  }
}
