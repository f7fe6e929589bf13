import Pando
import PandoWire

/// Collects what is found.
struct ReportBuilder {
  let feature: String
  private var findings: [HostingFinding] = []
  private var stateBytes: Int?
  private var fields: [HostingReport.Size] = []
  private var actions: [HostingReport.Size] = []

  private static let listed = 5

  init(feature: String) {
    self.feature = feature
  }

  var report: HostingReport {
    HostingReport(
      feature: feature,
      // Equal ones keep their order.
      findings: findings.filter { $0.severity == .error }
        + findings.filter { $0.severity == .warning },
      stateBytes: stateBytes, largestFields: largest(fields), largestActions: largest(actions))
  }

  private func largest(_ sizes: [HostingReport.Size]) -> [HostingReport.Size] {
    Array(sizes.sorted { ($1.bytes, $0.subject) < ($0.bytes, $1.subject) }.prefix(Self.listed))
  }

  /// Adds a finding, once for each of its kind and subject.
  mutating func add(
    _ kind: HostingFinding.Kind, _ severity: HostingFinding.Severity, _ subject: String,
    _ message: String
  ) {
    if has(kind, subject) { return }
    findings.append(
      HostingFinding(kind: kind, severity: severity, subject: subject, message: message))
  }

  func has(_ kind: HostingFinding.Kind, _ subject: String) -> Bool {
    findings.contains { $0.kind == kind && $0.subject == subject }
  }

  mutating func add(issues: [String]) {
    for issue in issues {
      add(.issue, .warning, issue, "An issue was reported in one process: \(issue)")
    }
  }

  // MARK: - Sizes

  mutating func noteState(bytes: Int, fields: [HostingReport.Size]) {
    guard bytes >= stateBytes ?? 0 else { return }
    stateBytes = bytes
    self.fields = fields
  }

  mutating func noteAction(_ subject: String, bytes: Int) {
    if actions.contains(where: { $0.subject == subject && $0.bytes == bytes }) { return }
    actions.append(HostingReport.Size(subject: subject, bytes: bytes))
  }
}
