/// The metrics of Pando, by the names that they have in swift-metrics and in Prometheus.
///
/// `docs/OPERATE.md` explains their labels.
package enum MetricName: String, CaseIterable, Sendable {
  case buildInfo = "pando_build_info"

  case storeAccepted = "pando_store_actions_accepted_total"
  case storeCommits = "pando_store_commits_total"
  case storeFailures = "pando_store_actions_failed_total"
  case storeLosses = "pando_store_workers_lost_total"
  case storeUncommitted = "pando_store_uncommitted_actions"
  case storeUncommittedBytes = "pando_store_uncommitted_bytes"
  case storeWindow = "pando_store_window_actions"
  case storeEffects = "pando_store_effects"
  case commitBatches = "pando_store_batches_total"
  case commitSeconds = "pando_store_commit_seconds_total"

  case featureAccepted = "pando_feature_actions_accepted_total"
  case featureCommitted = "pando_feature_actions_committed_total"
  case featureSquashes = "pando_feature_squashes_total"
  case featurePlacements = "pando_feature_placements_total"
  case featureLosses = "pando_feature_worker_losses_total"
  case featureBlamedLosses = "pando_feature_worker_losses_blamed_total"
  case featureQuarantines = "pando_feature_quarantines_total"
  case featureActionBytes = "pando_feature_action_bytes_total"
  case featureAnswerBytes = "pando_feature_answer_bytes_total"
  case featureProcessorSeconds = "pando_feature_processor_seconds_total"
  case featureChildren = "pando_feature_children"
  case featureUncommitted = "pando_feature_uncommitted_actions"
  case featureInFlight = "pando_feature_in_flight_actions"
  case featureWindow = "pando_feature_window_actions"
  case featureEffects = "pando_feature_effects"
  case featureCommitBuckets = "pando_feature_commit_seconds_bucket"
  case featureCommitSum = "pando_feature_commit_seconds_sum"
  case featureCommitCount = "pando_feature_commit_seconds_count"

  case linkCommits = "pando_link_commits_total"
  case linkActions = "pando_link_actions_sent_total"
  case linkSentBytes = "pando_link_sent_bytes_total"
  case linkReceivedBytes = "pando_link_received_bytes_total"
  case linkChildren = "pando_link_children"
  case linkRestarts = "pando_link_restarts_total"
  case linkIsReady = "pando_link_ready"
  case linkResidentBytes = "pando_link_resident_bytes"
  case linkProcessorSeconds = "pando_link_processor_seconds_total"

  case workerActions = "pando_worker_actions_reduced_total"
  case workerBatches = "pando_worker_batches_total"
  case workerReduceSeconds = "pando_worker_reduce_seconds_total"
  case workerFeatureBuckets = "pando_worker_feature_reduce_seconds_bucket"
  case workerFeatureSum = "pando_worker_feature_reduce_seconds_sum"
  case workerFeatureCount = "pando_worker_feature_reduce_seconds_count"
  case workerResidentBytes = "pando_worker_resident_bytes"
  case workerReceivedBytes = "pando_worker_received_bytes_total"
  case workerChildren = "pando_worker_children"
  case workerIsDraining = "pando_worker_draining"
  case workerRefusals = "pando_worker_refused_connections_total"

  case coordinatorWorkers = "pando_coordinator_workers"
  case coordinatorLosses = "pando_coordinator_workers_lost_total"
  case coordinatorChildren = "pando_coordinator_children"
  case coordinatorRate = "pando_coordinator_actions_per_second"
  case coordinatorProblems = "pando_coordinator_problems"
  case coordinatorLeads = "pando_coordinator_leads"
  case coordinatorRegistryAway = "pando_coordinator_registry_away"
  case coordinatorRefusals = "pando_coordinator_refused_total"

  /// True if it only grows.
  package var isCounter: Bool { rawValue.hasSuffix("_total") || histogram != nil }

  /// The name of the histogram that it is a part of; nil where it is none.
  package var histogram: String? {
    switch self {
    case .featureCommitBuckets, .featureCommitSum, .featureCommitCount:
      "pando_feature_commit_seconds"
    case .workerFeatureBuckets, .workerFeatureSum, .workerFeatureCount:
      "pando_worker_feature_reduce_seconds"
    default: nil
    }
  }

  /// A sentence for the metric's `HELP` line.
  package var help: String {
    switch self {
    case .buildInfo: "1, with the version and the build of the program as labels."
    case .storeAccepted: "Actions that stores of the process have accepted."
    case .storeCommits: "Actions that stores of the process have committed."
    case .storeFailures: "Actions that committed without effect, as no worker could reduce them."
    case .storeLosses: "Workers that stores of the process have lost, by cause."
    case .storeUncommitted: "Actions that were accepted and have not committed."
    case .storeUncommittedBytes: "Bytes of actions that have not committed, encoded for workers."
    case .storeWindow: "Uncommitted actions from which on senders wait."
    case .storeEffects: "Effects that run in the process of the store."
    case .commitBatches: "Batches of answers that came from workers."
    case .commitSeconds: "Time that it took to take in those batches and to commit what they bring."
    case .featureAccepted: "Actions that were accepted for children of the feature."
    case .featureCommitted: "Actions of children of the feature that have committed, or failed."
    case .featureSquashes:
      "Times that a child's worker was given another state, and what it had speculated thrown away."
    case .featurePlacements: "Times that a worker got a child of the feature."
    case .featureLosses: "Times that a child of the feature lost its worker."
    case .featureBlamedLosses: "Workers that code of the feature ended, as they said themselves."
    case .featureQuarantines: "Times that an action of the feature was put into quarantine."
    case .featureActionBytes:
      "Bytes of the feature's actions that went to workers, those that were sent again included."
    case .featureAnswerBytes: "Bytes of workers' answers to the feature's actions."
    case .featureProcessorSeconds:
      "Processor time of the feature's reducers on workers, by the case of the action and by samples."
    case .featureChildren: "Children of the feature, by their standing."
    case .featureUncommitted: "Actions of the feature that have not committed."
    case .featureInFlight: "Actions of the feature that workers have."
    case .featureWindow: "Actions of the feature that may be in flight at once."
    case .featureEffects: "Effects of the feature that run on workers."
    case .featureCommitBuckets, .featureCommitSum, .featureCommitCount:
      "Time that commits of the feature's actions took, by samples."
    case .linkCommits: "Actions that the worker reduced and that have committed."
    case .linkActions: "Actions that were sent to the worker, those that were sent again included."
    case .linkSentBytes: "Bytes that were sent to the worker."
    case .linkReceivedBytes: "Bytes that came from the worker."
    case .linkChildren: "Children that the worker has."
    case .linkRestarts: "Workers that were lost at this place."
    case .linkIsReady: "1 where the worker hosts children, 0 where it does not."
    case .linkResidentBytes: "Memory of the worker's process, where this one started it."
    case .linkProcessorSeconds: "Processor time of the worker's process, where this one started it."
    case .workerActions: "Actions that the worker has reduced."
    case .workerBatches: "Batches of clients that the worker has handled."
    case .workerReduceSeconds: "Time that it took to handle those batches, reducers included."
    case .workerFeatureBuckets, .workerFeatureSum, .workerFeatureCount:
      "Time that the feature's reducers took on the worker, by samples."
    case .workerResidentBytes: "Memory of the worker's process."
    case .workerReceivedBytes: "Bytes of those batches."
    case .workerChildren: "Children that the worker hosts."
    case .workerIsDraining: "1 while the worker goes out of service."
    case .workerRefusals: "Connections and messages that the worker refused."
    case .coordinatorWorkers: "Workers that the coordinator knows, by their state."
    case .coordinatorLosses: "Workers that the coordinator knows no longer, by cause."
    case .coordinatorChildren: "Children on those workers."
    case .coordinatorRate: "Actions that those workers reduce in a second, by their last beats."
    case .coordinatorProblems:
      "Things that are wrong, as `pando status` shows them, by their severity."
    case .coordinatorLeads: "1 where the coordinator leads those that share its registry."
    case .coordinatorRegistryAway: "1 while the registry does not answer."
    case .coordinatorRefusals: "Calls and clients that the coordinator refused, by reason."
    }
  }
}
