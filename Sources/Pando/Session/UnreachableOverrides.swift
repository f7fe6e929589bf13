import IssueReporting
import PandoHosting

extension DependencyValues {
  /// Reports each override that a hosted feature reads: its workers are other processes, and do not see
  /// it. To be called by a backend that hosts features in other processes, when it starts.
  package func reportUnreachableOverrides(for features: [any HostedFeature]) {
    var told: Set<String> = []
    for feature in features {
      for dependency in feature.dependencies {
        guard let name = dependency.nameOfOverride(in: self), told.insert(name).inserted,
          let location = dependency.location
        else { continue }
        reportIssue(
          """
          "\(name)" is overridden for a store, but the hosted feature \(feature.descriptor.name) reads \
          it in worker processes, where the override does not count.

          Set the value that workers use in "prepareWorker" of the program. To give the program itself \
          another value, call "prepareDependencies" where it starts, in place of the override.
          """,
          fileID: location.fileID, filePath: location.filePath, line: location.line,
          column: location.column)
      }
    }
  }
}
