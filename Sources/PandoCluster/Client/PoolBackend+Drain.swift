import Pando
import PandoHosting

// Workers that say that they drain, or do so no longer.
extension PoolBackend {
  func drains(_ link: any HostingLink, withinMilliseconds milliseconds: Int) {
    guard let link = link as? WorkerLink else { return }
    handle(.draining(link.member, withinMilliseconds: milliseconds))
  }

  func undrained(_ link: any HostingLink) {
    guard let link = link as? WorkerLink else { return }
    handle(.undrained(link.member))
  }
}
