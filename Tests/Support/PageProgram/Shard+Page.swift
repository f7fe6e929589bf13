package import ClusterFeatures
package import PandoPage

extension Shard.Action: PageVisible {
  package var pageValues: [PageValue] {
    if case .beginTicking = self { [PageValue("begins", "ticking")] } else { [] }
  }
}

extension Shard.State: PageVisible {
  package var pageValues: [PageValue] { [PageValue("count", count), PageValue("ticks", ticks)] }
}
