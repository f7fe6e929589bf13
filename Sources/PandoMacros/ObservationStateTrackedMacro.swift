import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@ObservationStateTracked`: the accessors of one property, and where its value is kept.
struct ObservationStateTrackedMacro {}

extension ObservationStateTrackedMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let property = declaration.as(VariableDeclSyntax.self)?.observedProperty else {
      return []
    }
    let initializer: AccessorDeclSyntax = """
      @storageRestrictions(initializes: \(raw: property.storage))
      init(initialValue) {
        \(raw: property.storage) = initialValue
      }
      """
    return [initializer]
      + ObservedAccessors(
        storage: property.storage, value: property.storage, field: property.name
      ).declarations
  }
}

extension ObservationStateTrackedMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard
      let variable = declaration.as(VariableDeclSyntax.self),
      let property = variable.observedProperty, let binding = variable.bindings.first
    else {
      context.diagnose(Diagnostic(node: node, message: StateObstacle.notAVariable))
      return []
    }
    let type = binding.typeAnnotation.map { ": \($0.type.trimmedDescription)" } ?? ""
    let value = binding.initializer.map { " = \($0.value.trimmedDescription)" } ?? ""
    return ["private var \(raw: property.storage + type + value)"]
  }
}

/// `@ObservationStateIgnored`: a mark for `@ObservableState`.
struct ObservationStateIgnoredMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] { [] }
}

/// The accessors of a value whose observers are told when it changes.
struct ObservedAccessors {
  /// The stored property that is compared.
  let storage: String
  /// The part of it that the accessors are for.
  let value: String
  /// The property's name among the numbers.
  let field: String

  private var number: String { "_$Field.\(field)" }
  private var kind: String { "\(Qualified.stateObservation).field(\(storage))" }

  var declarations: [AccessorDeclSyntax] { [get, set, modify] }

  private var get: AccessorDeclSyntax {
    """
    get {
      _$observation.access(\(raw: number))
      return \(raw: value)
    }
    """
  }

  private var set: AccessorDeclSyntax {
    if storage == value {
      return """
        set {
          guard _$observation.beginEdit(\(raw: number)) else {
            \(raw: value) = newValue
            return
          }
          \(raw: kind).set(&\(raw: storage), to: newValue, \(raw: number), _$observation)
        }
        """
    }
    return """
      set {
        guard _$observation.beginEdit(\(raw: number)) else {
          \(raw: value) = newValue
          return
        }
        let mark = \(raw: kind).mark(\(raw: storage))
        \(raw: value) = newValue
        \(raw: kind).finish(&\(raw: storage), mark, \(raw: number), _$observation)
      }
      """
  }

  /// In place: nothing that is modified is held elsewhere meanwhile. One `yield`, as the compiler
  /// inlines no accessor that has two.
  private var modify: AccessorDeclSyntax {
    """
    _modify {
      let mark = _$observation.beginEdit(\(raw: number)) ? \(raw: kind).mark(\(raw: storage)) : nil
      defer {
        if let mark {
          \(raw: kind).finish(&\(raw: storage), mark, \(raw: number), _$observation)
        }
      }
      yield &\(raw: value)
    }
    """
  }
}
