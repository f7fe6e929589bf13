extension StackNode {
  func warnOfMissing(
    _ id: StackElementID, _ elementAction: ElementAction, _ pass: Pass
  ) {
    pass.warn(
      location,
      """
      A "forEach" at "\(self.location.fileID):\(self.location.line)" received an action for a missing \
      element.

        Action: \(WarningText.action(elementAction))
        ID: \(id)

      Send an element's actions only while it is on the stack: a parent that runs before the \
      "forEach" must not pop it, and effects of the element should end with it.
      """)
  }

  func warnOfPop(_ id: StackElementID, _ pass: Pass) {
    pass.warn(
      location,
      """
      A "forEach" at "\(self.location.fileID):\(self.location.line)" received a "popFrom" action for a \
      missing element.

        ID: \(id)

      Send "popFrom" once, and only while the element is on the stack.
      """)
  }

  func warnOfPush(_ id: StackElementID, _ pass: Pass) {
    pass.warn(
      location,
      """
      A "forEach" at "\(self.location.fileID):\(self.location.line)" received a "push" action for an element \
      it already contains.

        ID: \(id)

      The element was not pushed. Send "push" with the stack's "nextID", or let the parent append \
      the element.
      """)
  }
}
