import PandoCluster

/// The features that this program hosts as a worker.
enum PandoFeatures {
  @HostedFeaturesBuilder static var all: some HostedFeatures {
    Feature { FileCount() }
  }
}
