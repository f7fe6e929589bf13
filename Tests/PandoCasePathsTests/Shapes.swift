public import PandoCasePaths

/// Enums of every shape that `@CasePathable` takes; that they compile is the first test.
enum Shapes {
  @CasePathable
  enum Shape: Equatable {
    case nothing
    case one(Int)
    case labelled(radius: Double)
    case pair(Int, String)
    case named(x: Int, y: Int, String)
    case tuple((Int, Int))
    case unlabelled(_ value: Int)
    case withDefault(count: Int = 3)
    case optional(Int?)
    case closure(Handler)
    case `default`, `repeat`(times: Int)
    indirect case nested(Self)

    static func == (left: Self, right: Self) -> Bool {
      "\(left)" == "\(right)"
    }
  }

  struct Handler: CustomStringConvertible {
    var run: @Sendable () -> Void = {}
    var description: String { "handler" }
  }

  /// A generic enum.
  @CasePathable
  public enum Generic<Value> {
    case value(Value)
    case error(any Error)
    case list([Value], index: Int)
    case run(@Sendable (Value) -> Void)
  }

  @CasePathable
  enum Single: Equatable {
    case only(Int)
  }

  @CasePathable
  enum SingleEmpty: Equatable {
    case only
  }

  @CasePathable
  enum Impossible {}

  @CasePathable
  @dynamicMemberLookup
  enum Looked: Equatable {
    case list([Int])
    case detail(Detail)
    case closed

    @CasePathable
    @dynamicMemberLookup
    enum Detail: Equatable {
      case title(String)
      case rows([Int], selected: Int)
    }
  }

  @CasePathable
  enum Conditional: Equatable {
    case always(Int)
    #if DEBUG
      case one(Int)
      #if os(Linux)
        case inner
      #endif
    #elseif NEVER
      case two(Missing)
    #else
      case one(String)
    #endif
    #if NEVER
      case never(Missing)
    #endif
  }

  @CasePathable
  enum Deprecated {
    @available(*, deprecated, message: "Use 'new'.")
    case old(Int)
    case new(Int)
  }

  /// Types of the names that expansions could stumble over.
  enum Shadows {
    struct Void {}
    struct Sendable {}
    struct AnyCasePath {}
    struct CasePathable {}
    struct Case {}
    struct Optional {}

    @CasePathable
    enum Action {
      case nothing
      case one(Void)
      case two(AnyCasePath, Optional)
      case root(root: Case, body: Sendable)
    }
  }

  @CasePathable
  enum Parent: Equatable {
    case child(Child)
    case rows(IdentifiedAction<Int, Row>)
    case maybe(Child?)
    case result(Result<Int, Failure>)

    @CasePathable
    enum Child: Equatable {
      case tapped
      case typed(String)
      case deep(Row)
    }

    @CasePathable
    enum Row: Equatable {
      case toggled(Bool)
      case deleted
    }

    struct Failure: Error, Equatable {}
  }

  /// An enum whose conformance is written by hand, with a case path for each value of a payload's part.
  enum IdentifiedAction<ID: Hashable & Sendable, Action>: CasePathable {
    case element(id: ID, action: Action)

    struct AllCasePaths: Sendable {
      var element: PandoCasePaths.AnyCasePath<IdentifiedAction, (id: ID, action: Action)> {
        PandoCasePaths.AnyCasePath(
          embed: { .element(id: $0.id, action: $0.action) },
          extract: {
            guard case .element(let id, let action) = $0 else { return nil }
            return (id, action)
          })
      }

      subscript(id id: ID) -> PandoCasePaths.AnyCasePath<IdentifiedAction, Action> {
        PandoCasePaths.AnyCasePath(
          embed: { .element(id: id, action: $0) },
          extract: {
            guard case .element(id, let action) = $0 else { return nil }
            return action
          })
      }
    }

    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }
}

extension Shapes.IdentifiedAction: Equatable where Action: Equatable {}

@CasePathable
private enum Private {
  case one(Hidden)
  struct Hidden {}
}

struct CasePathAccess {
  @CasePathable
  fileprivate enum FilePrivate {
    case one(Hidden)
    struct Hidden {}
  }

  @CasePathable
  package enum Packaged {
    case one(Int)
  }

  static var canUsePrivate: Bool {
    Private.one(Private.Hidden()).is(\.one)
      && FilePrivate.one(FilePrivate.Hidden()).is(\.one)
  }
}

/// A type to extend.
public enum CasePathSpace {}

extension CasePathSpace {
  /// An enum with an access modifier.
  @CasePathable
  public enum Explicit {
    case one(Int)
  }
}

// swift-format-ignore: NoAccessLevelOnExtensionDeclaration
public extension CasePathSpace {
  /// An enum that is public by its extension.
  @CasePathable
  enum Inherited {
    case one(Int)
  }
}
