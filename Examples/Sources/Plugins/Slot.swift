package import Pando

/// The place of one plug-in. It is hosted: what a plug-in ends, if it crashes, is a worker.
@Reducer
package struct Slot {
  @ObservableState
  package struct State: Codable, Equatable, Identifiable, Sendable {
    package let id: Int
    package let name: String
    package var plugin: Plugin.State
    /// True once it has crashed, and is left out.
    package var isOff = false

    /// The place of a plug-in; nil where none has the name.
    package init?(id: Int, name: String) {
      guard let plugin = Plugin.State(named: name) else { return nil }
      self.id = id
      self.name = name
      self.plugin = plugin
    }
  }

  package enum Action: Codable, Equatable, Sendable {
    case plugin(Plugin.Action)
    /// Every worker died that gave it this.
    case crashed(PluginAction)
  }

  package init() {}

  package var body: some ReducerOf<Self> {
    Scope(state: \.plugin, action: \.plugin) { Plugin.body }
    Reduce { state, action in
      if case .crashed = action { state.isOff = true }
      return .none
    }
  }
}

extension CrashPolicy<Slot.State, Slot.Action> {
  /// Goes on without the plug-in.
  static var switchOff: Self {
    .drop { failure in
      switch failure.action {
      case .plugin(let action): .crashed(action.conversation)
      case .crashed(let conversation): .crashed(conversation)
      }
    }
  }
}
