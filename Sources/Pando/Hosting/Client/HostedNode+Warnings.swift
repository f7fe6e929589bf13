/// Warnings about how a feature is hosted.
extension HostedNode {
  func warnOfDismissal(_ pass: Pass) {
    pass.warn(
      location,
      """
      The feature at "\(self.location.fileID):\(self.location.line)" stays, whatever its policy "onCrash: .dismiss" \
      wants: nobody presents it. Present it with "@Presents", or choose a policy that tells its parent.
      """)
  }

  func warnOfOrder(_ pass: Pass) {
    pass.warn(
      location,
      """
      A hosted feature at "\(self.location.fileID):\(self.location.line)" had its state changed by a reducer \
      that runs before it, in the same action.

      The action was reduced in this process, so that the result is right. To have it reduced by \
      the worker, let the parent's logic run after the child's: put it in the reducer that \
      "ifLet", "forEach" or "Scope" is applied to, or list it below.
      """)
  }

  func warnOfEncoding(_ error: any Error, _ pass: Pass) {
    pass.warn(
      location,
      """
      A hosted feature at "\(self.location.fileID):\(self.location.line)" has state or an action that cannot \
      be encoded: \(error)

      The action was reduced in this process, and its effects run here. Make every value of \
      "\(State.self)" and "\(Action.self)" encodable.
      """)
  }
}
