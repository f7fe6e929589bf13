import Foundation
import Pando
import Synchronization
import Testing

@Suite("Classes in hosted state")
struct ClassInHostedStateTests {
  final class Box: Codable, @unchecked Sendable {
    var value = 0
  }

  final class Locked: Codable, Sendable {
    private let value = Mutex(0)

    init() {}
    init(from decoder: any Decoder) throws {}
    func encode(to encoder: any Encoder) throws { try [0].encode(to: encoder) }
  }

  final class Constant: Codable, Sendable {
    let value: Int

    init(_ value: Int) { self.value = value }
  }

  struct Settings: Codable, Equatable, Sendable {
    var name = ""
    var boxes: [String: [Box]] = [:]

    static func == (left: Settings, right: Settings) -> Bool { left.name == right.name }
  }

  /// A value that keeps its bytes in an object, as a buffer does.
  struct Buffer: Codable, Equatable, Sendable {
    private final class Storage: @unchecked Sendable { var bytes: [UInt8] = [] }
    private var storage = Storage()

    init() {}
    init(from decoder: any Decoder) throws { _ = try [UInt8](from: decoder) }
    func encode(to encoder: any Encoder) throws { try storage.bytes.encode(to: encoder) }
    static func == (left: Buffer, right: Buffer) -> Bool {
      left.storage.bytes == right.storage.bytes
    }
  }

  @Reducer
  struct Child<Value: Codable & Equatable & Sendable> {
    struct State: Codable, Equatable, Sendable { var value: Value }
    enum Action: Codable, Sendable { case touch }

    var body: some ReducerOf<Self> { Reduce { _, _ in .none } }
  }

  @Reducer
  struct Parent<Value: Codable & Equatable & Sendable> {
    struct State: Sendable { var child: Child<Value>.State }
    enum Action: Sendable { case child(Child<Value>.Action) }

    var body: some ReducerOf<Self> {
      Scope(state: \.child, action: \.child) { Child<Value>().hosted() }
    }
  }

  private func messages<Value: Codable & Equatable & Sendable>(for value: Value) async -> [String] {
    await issues {
      let store = Store(initialState: Parent<Value>.State(child: .init(value: value))) {
        Parent<Value>()
      }
      await store.send(.child(.touch)).finish()
      await store.send(.child(.touch)).finish()
    }
    .map(\.message)
  }

  struct Holder<Object: Codable & AnyObject & Sendable>: Codable, Equatable, Sendable {
    var object: Object

    static func == (left: Holder, right: Holder) -> Bool { true }
  }

  @Test("are told once, with the property and the place of 'hosted'")
  func told() async {
    let nested = await messages(for: Settings())
    #expect(nested.count == 1)
    #expect(nested.first?.contains("State.value.boxes\" is a \"Box\"") == true)
    #expect(nested.first?.contains("ClassInHostedStateTests.swift:") == true)
    #expect(await messages(for: Holder(object: Box())).count == 1)
    #expect(await messages(for: Holder(object: Locked())).count == 1)
  }

  struct Values: Codable, Equatable, Sendable {
    var date = Date(timeIntervalSince1970: 0)
    var url = URL(string: "https://example.org/")
    var data = Data([1, 2])
    var decimal = Decimal(1)
    var identifier = UUID()
    var text = ["a": Set([1])]
    var buffer = Buffer()
    @Shared var shared: Int
    var rows: IdentifiedArrayOf<Row> = []
    var stack = StackState<Row>([Row()])
    @PresentationState var presented: Row?

    struct Row: Codable, Equatable, Identifiable, Sendable { var id = 0 }
  }

  @Test("are not told where they are part of a value, or never change")
  func quiet() async {
    #expect(await messages(for: Values(shared: Shared(value: 1))) == [])
    #expect(await messages(for: Holder(object: Constant(1))) == [])
  }
}
