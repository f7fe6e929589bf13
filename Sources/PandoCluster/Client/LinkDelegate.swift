import PandoHosting

/// The owner of links in a loop. Called on the loop's thread.
protocol LinkDelegate: AnyObject, Sendable {
  /// The greeting for every worker.
  var hello: Hello { get }

  func linkIsReady(_ link: WorkerLink, _ welcome: Welcome)

  func link(_ link: WorkerLink, received batch: UnsafeRawBufferPointer)

  /// Returns why a worker is taken to hang; nil while it is not.
  func checkProgress(of link: WorkerLink, now: Int) -> String?

  /// Restarts the time after which a worker counts as hung.
  func forgive(_ link: WorkerLink)

  /// Called once for every link; nothing of it follows.
  func linkHasEnded(_ link: WorkerLink, _ end: LinkEnd, reason: String)

  /// Makes the calls of the store that are due.
  func makeCalls()
}
