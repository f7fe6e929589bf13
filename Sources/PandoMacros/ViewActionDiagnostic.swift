import SwiftDiagnostics

/// Every mistake that `@ViewAction(for:)` reports.
enum ViewActionDiagnostic: DiagnosticMessage {
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

  var diagnosticID: MessageID {
    let id =
      switch self {
      case .noStore: "viewActionWithoutStore"
      case .directSend: "directViewSend"
      }
    return MessageID(domain: Qualified.module, id: id)
  }
}

/// An offer of a fix-it of `@ViewAction(for:)`.
enum ViewActionFixIt: FixItMessage {
  case addStore
  case sendDirectly

  var message: String {
    switch self {
    case .addStore: "Add 'store'"
    case .sendDirectly: "Call 'send' directly"
    }
  }

  var fixItID: MessageID {
    switch self {
    case .addStore: MessageID(domain: Qualified.module, id: "addStore")
    case .sendDirectly: MessageID(domain: Qualified.module, id: "sendDirectly")
    }
  }
}
