import SwiftDiagnostics
import SwiftSyntax

/// Every mistake that the macros report.
enum PandoDiagnostic: Mistake {
  case notAnEnum
  case overloadedCase(name: String)
  case notAStruct
  case bodyAndReduce
  case unnamedBody(type: String)
  case privateInType(attribute: String)
  case notPresentable
  case notAReducer(type: String)
  case notACase(attribute: String)
  case conformancesOfAStruct
  case uncodable(name: String, kind: String, type: String)

  var message: String {
    switch self {
    case .notAnEnum:
      "'@CasePathable' can only be applied to enum types"
    case .overloadedCase(let name):
      "'@CasePathable' cannot tell apart cases named '\(name)': give each its own name"
    case .notAStruct:
      "'@Reducer' can only be applied to struct or enum types"
    case .bodyAndReduce:
      "A reducer implements either 'body' or 'reduce(into:action:)', not both"
    case .unnamedBody(let type):
      """
      'body' must be a reducer of this feature's own state and action, which '\(type)' does not say: \
      write 'var body: some ReducerOf<Self>'
      """
    case .privateInType(let attribute):
      "'@\(attribute)' cannot extend a type that is private to a type: make it fileprivate"
    case .notPresentable:
      "'@Presents' needs one 'var' of an optional type that is spelled out: 'var child: Child.State?'"
    case .notAReducer(let type):
      "A case of '@Reducer' holds one reducer, which '\(type)' is not"
    case .notACase(let attribute):
      "'@\(attribute)' can only be applied to a case of an enum"
    case .conformancesOfAStruct:
      "'@Reducer(state:action:)' is for enums: a struct's 'State' and 'Action' declare their own"
    case .uncodable(let name, let kind, let type):
      """
      '\(name)' cannot be coded, because it is \(kind), and '\(type)' is declared Codable: give it a \
      type that is, or keep it elsewhere, for instance in a dependency
      """
    }
  }
}

/// An offer of a fix-it.
enum PandoFixIt: FixItOffer {
  case addAttribute(name: String)
  case removeAttribute(name: String)
  case replaceKeyword(String, with: String)
  case replaceType(with: String)
  case removeMember(name: String)
  case removeArguments

  var message: String {
    switch self {
    case .addAttribute(let name): "Add '@\(name)'"
    case .removeAttribute(let name): "Remove '@\(name)'"
    case .replaceKeyword(let old, let new): "Replace '\(old)' with '\(new)'"
    case .replaceType(let type): "Write '\(type)'"
    case .removeMember(let name): "Remove '\(name)'"
    case .removeArguments: "Remove the arguments"
    }
  }
}

/// The target of a note.
enum PandoNote: NoteMessage {
  case bodyIsHere

  var message: String { "'body' is implemented here" }

  var noteID: MessageID { MessageID(domain: Qualified.module, id: "bodyIsHere") }
}
