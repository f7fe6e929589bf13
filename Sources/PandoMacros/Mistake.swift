import SwiftDiagnostics

/// A mistake that a macro reports: an enum whose cases are the kinds.
protocol Mistake: DiagnosticMessage {}

extension Mistake {
  var severity: DiagnosticSeverity { .error }
  var diagnosticID: MessageID { MessageID(case: self) }
}

/// A fix-it that a macro offers: an enum whose cases are the kinds.
protocol FixItOffer: FixItMessage {}

extension FixItOffer {
  var fixItID: MessageID { MessageID(case: self) }
}

extension MessageID {
  /// The name of a case, whatever it holds, behind that of its type.
  fileprivate init(case value: Any) {
    let name = Mirror(reflecting: value).children.first?.label ?? "\(value)"
    self.init(domain: Qualified.module, id: "\(type(of: value)).\(name)")
  }
}
