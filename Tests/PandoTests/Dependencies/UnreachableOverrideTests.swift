import PandoHosting
import Testing

@testable import Pando

@Suite("Overrides that workers do not see")
struct UnreachableOverrideTests {
  @Reducer
  struct Inner {
    struct State: Codable, Equatable, Sendable { var text = "" }
    enum Action: Codable, Sendable { case ask }

    @Dependency(\.unreached) var inner

    var body: some ReducerOf<Self> { Reduce { _, _ in .none } }
  }

  @Reducer
  struct Child {
    struct State: Codable, Equatable, Sendable { var inner = Inner.State() }
    enum Action: Codable, Sendable { case inner(Inner.Action) }

    @Dependency(\.reached) var reached
    @Dependency(UnreachedClient.self) var client

    var body: some ReducerOf<Self> {
      Scope(state: \.inner, action: \.inner) { Inner() }
    }
  }

  @Reducer
  struct Parent {
    struct State: Sendable { var child = Child.State() }
    enum Action: Sendable { case child(Child.Action) }

    @Dependency(\.ofParent) var ofParent

    var body: some ReducerOf<Self> {
      Scope(state: \.child, action: \.child) { Child().dependency(\.ofOperator, "o").hosted() }
    }
  }

  /// The names that are told when a store with these overrides is made.
  private func names(_ update: @escaping (inout DependencyValues) -> Void) async -> [String] {
    await issues {
      let store = Store(initialState: Parent.State()) {
        Parent()
      } withDependencies: {
        $0.hosting = Hosting { ElsewhereBackend() }
        update(&$0)
      }
      withExtendedLifetime(store) {}
    }
    .map { String($0.message.split(separator: "\"")[0]) }
  }

  @Test("are told once, by name, where a hosted feature declares the dependency")
  func told() async {
    #expect(await names { $0.reached = "x" } == ["reached"])
    #expect(await names { $0.unreached = "x" } == ["unreached"])
    let names = await names {
      $0.reached = "x"
      $0.unreached = "y"
      $0[UnreachedClient.self] = UnreachedClient(name: "z")
    }
    #expect(Set(names) == ["reached", "unreached", "UnreachedClient"] && names.count == 3)
  }

  @Test("are not told where nobody hosted declares the dependency, or nothing is overridden")
  func quiet() async {
    #expect(await names { _ in } == [])
    #expect(await names { $0.ofParent = "x" } == [])
    #expect(await names { $0.ofOperator = "x" } == [])
  }
}

struct UnreachedClient: DependencyKey {
  var name: String
  static let liveValue = UnreachedClient(name: "live")
  static let testValue = UnreachedClient(name: "test")
}

private enum ReachedKey: DependencyKey {
  static let liveValue = ""
  static let testValue = ""
}
private enum UnreachedKey: DependencyKey {
  static let liveValue = ""
  static let testValue = ""
}
private enum ParentKey: DependencyKey {
  static let liveValue = ""
  static let testValue = ""
}
private enum OperatorKey: DependencyKey {
  static let liveValue = ""
  static let testValue = ""
}

extension DependencyValues {
  fileprivate var reached: String {
    get { self[ReachedKey.self] }
    set { self[ReachedKey.self] = newValue }
  }
  fileprivate var unreached: String {
    get { self[UnreachedKey.self] }
    set { self[UnreachedKey.self] = newValue }
  }
  fileprivate var ofParent: String {
    get { self[ParentKey.self] }
    set { self[ParentKey.self] = newValue }
  }
  fileprivate var ofOperator: String {
    get { self[OperatorKey.self] }
    set { self[OperatorKey.self] = newValue }
  }
}

/// Stands for workers in other processes.
private final class ElsewhereBackend: HostingBackend {
  func start(
    client: any HostingClient, features: [any HostedFeature], dependencies: DependencyValues
  ) {
    dependencies.reportUnreachableOverrides(for: features)
  }

  func place(
    _ lane: LaneID, _ feature: any HostedFeature, group: LaneGroup?, in place: LanePlace
  ) -> (any HostingLink)? { nil }
  func ended(_ lane: LaneID) {}
  func notice(_ message: String) {}
  var workers: [HostedWorker] { [] }
  func stop() {}
  func finish() async {}
}
