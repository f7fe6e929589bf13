package import ClusterFeatures
package import PandoPage

extension Shard.State: PageVisible {
  package var pageValues: [PageValue] { [PageValue("count", count), PageValue("ticks", ticks)] }
}
