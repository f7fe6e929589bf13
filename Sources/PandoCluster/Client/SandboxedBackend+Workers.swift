import Pando
import PandoHosting

// The workers, of all sandboxes.
extension SandboxedBackend {
  func drains(_ link: any HostingLink, withinMilliseconds milliseconds: Int) {
    backend(of: link)?.drains(link, withinMilliseconds: milliseconds)
  }

  func undrained(_ link: any HostingLink) { backend(of: link)?.undrained(link) }

  func processID(of link: any HostingLink) -> Int32? { backend(of: link)?.processID(of: link) }

  var makesRoomByItself: Bool { true }

  var sharesWorkers: Bool { workersAre != .own }

  var workers: [HostedWorker] { backends.flatMap(\.workers) }
}
