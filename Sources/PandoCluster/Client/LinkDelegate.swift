import PandoHosting

/// Who has links in a loop. Called on the loop's thread.
protocol LinkDelegate: AnyObject, Sendable {
  /// What every worker is greeted with.
  var hello: Hello { get }

  func linkIsReady(_ link: WorkerLink, _ welcome: Welcome)

  func link(_ link: WorkerLink, received batch: UnsafeRawBufferPointer)

  /// Called once for every link; nothing of it follows.
  func linkHasEnded(_ link: WorkerLink, reason: String)
}
