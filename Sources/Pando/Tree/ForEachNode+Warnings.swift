extension ForEachNode {
  /// Warns of an action for an element that is not there.
  func warnOfMissing(_ id: ID, _ elementAction: ElementAction, _ pass: Pass) {
    pass.warn(
      location,
      """
      A "forEach" at "\(self.location.fileID):\(self.location.line)" received an action for a missing \
      element.

        Action: \(WarningText.action(elementAction))
        ID: \(WarningText.id(id))

      Send an element's actions only while it is there: a parent that runs before the "forEach" \
      must not remove it, and effects of the element should end with it.
      """)
  }
}
