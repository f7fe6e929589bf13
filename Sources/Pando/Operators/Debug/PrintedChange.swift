/// An action, and the state with the shared values in it as they were before and after it.
struct PrintedChange<State, Action> {
  let action: Action
  let oldState: State
  let newState: State
  let before: SharedSnapshot
  let after: SharedSnapshot

  /// The action, and what it changed.
  var text: String {
    let change = difference ?? "  (no change of state)"
    return "received action:\n\(indented(ValueText.text(of: action)))\n\(change)"
  }

  private var difference: String? {
    // Both states may hold the same shared value, of which a comparison of them sees one side.
    if before.hasChanges(until: after) {
      let left = before.look { ValueText.text(of: oldState) }
      let right = after.look { ValueText.text(of: newState) }
      if before.isUsed || after.isUsed {
        return left == right ? nil : TextDifference(left, right).description
      }
    }
    return ValueText.difference(oldState, newState)
  }
}
