import SwiftDiagnostics

/// Every mistake that `@ViewAction(for:)` reports.
enum ViewActionDiagnostic: Mistake {
  case noStore(feature: String)
  case directSend

  var message: String {
    switch self {
    case .noStore(let feature):
      "'@ViewAction' needs a property 'store' of type 'StoreOf<\(feature)>'"
    case .directSend:
      "'store.send(.view(...))' goes past '@ViewAction': call 'send(...)' instead"
    }
  }

  var severity: DiagnosticSeverity {
    switch self {
    case .noStore: .error
    case .directSend: .warning
    }
  }
}

/// An offer of a fix-it of `@ViewAction(for:)`.
enum ViewActionFixIt: FixItOffer {
  case addStore
  case sendDirectly

  var message: String {
    switch self {
    case .addStore: "Add 'store'"
    case .sendDirectly: "Call 'send' directly"
    }
  }
}
