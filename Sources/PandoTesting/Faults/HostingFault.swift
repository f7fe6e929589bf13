/// A failure of a worker that hosts features.
public enum HostingFault: Hashable, Sendable {
  /// It dies when it has reduced what came and before its answers have left. Its features move to
  /// another worker, and are told when effects of theirs ended with it.
  case kill

  /// Its answers come so many steps later.
  case delay(steps: Int)

  /// Nothing reaches it, and nothing comes back, for so many steps.
  case cutOff(steps: Int)
}
