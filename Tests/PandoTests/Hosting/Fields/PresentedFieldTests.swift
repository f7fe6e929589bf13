import Foundation
import Pando
import PandoWire
import Testing

@Suite("A hosted state that presents a child")
struct PresentedFieldTests {
  @Reducer
  struct Detail {
    /// A type of the feature's own, whose coding is derived too.
    struct Mark: Codable, Equatable, Sendable {
      var place = 0
      var text = ""
    }

    @ObservableState
    struct State: Codable, Equatable, Sendable {
      var count = 0
      var mark = Mark()
    }

    enum Action: Codable, Equatable, Sendable { case up }

    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.count += 1
        state.mark.place += 1
        return .none
      }
    }
  }

  @Reducer
  struct List {
    @ObservableState
    struct State: Codable, Equatable, Sendable {
      var text = ""
      @Presents var detail: Detail.State?
      var count = 0
    }

    enum Action: Codable, Equatable, Sendable {
      case show, hide
      case detail(PresentationAction<Detail.Action>)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .show: state.detail = Detail.State()
        case .hide: state.detail = nil
        case .detail: state.count += 1
        }
        return .none
      }
      .ifLet(\.$detail, action: \.detail) { Detail() }
    }
  }

  @Reducer
  struct Root {
    @ObservableState
    struct State: Equatable, Sendable { var list = List.State() }
    enum Action: Sendable { case list(List.Action) }

    var body: some ReducerOf<Self> {
      Scope(state: \.list, action: \.list) { List().hosted() }
    }
  }

  @Test(
    "is told apart field by field, and so is the child while it is there", arguments: [0, 4_000])
  func fields(textBytes: Int) async throws {
    let table = try #require(FieldTable.of(List.State.self))
    #expect(table.isBitwise)
    #expect(FieldTable.of(Detail.Mark.self) != nil)
    let text = String(repeating: "x", count: textBytes)
    let store = Store(initialState: Root.State(list: List.State(text: text))) {
      Root()
    } withDependencies: {
      $0.hosting = .inProcess
    }
    var expected = List.State(text: text)
    for round in 1...3 {
      await store.send(.list(.show)).finish()
      expected.detail = Detail.State()
      for _ in 0..<round {
        await store.send(.list(.detail(.presented(.up)))).finish()
        expected.detail?.count += 1
        expected.detail?.mark.place += 1
        expected.count += 1
        #expect(store.state.list == expected)
      }
      await store.send(.list(.hide)).finish()
      expected.detail = nil
      #expect(store.state.list == expected)
    }
    await store.stop()
  }

  @Test("is read from what the compiler's own coding wrote, and written as that")
  func optional() throws {
    var shown = PresentationState(wrappedValue: Detail.State())
    #expect(try WireEncoder.encode(shown) == WireEncoder.encode(Detail.State?.some(Detail.State())))
    shown.wrappedValue?.count = 7
    let read: PresentationState<Detail.State> = try WireDecoder.decode(
      from: try WireEncoder.encode(shown))
    #expect(read == shown)
    let none = PresentationState<Detail.State>(wrappedValue: nil)
    let readNone: PresentationState<Detail.State> = try WireDecoder.decode(
      from: try WireEncoder.encode(none))
    #expect(readNone.wrappedValue == nil)
  }
}
