import OrderedCollections
import Pando
import Testing

@Suite("A bindable store", .timeLimit(.minutes(15)))
struct BindableScopeTests {
  @Bindable private var store = Store(initialState: Shelf.State()) { Shelf() }

  @Test("binds the store of a feature that is presented, and dismisses it with nil")
  func presented() {
    let book = $store.scope(state: \.book, action: \.book)
    #expect(book.wrappedValue == nil)
    book.wrappedValue = nil
    #expect(store.dismissals == 0)
    store.send(.open(1))
    book.wrappedValue?.send(.read)
    #expect(store.book?.pages == 1)
    book.wrappedValue = nil
    #expect(store.book == nil)
    #expect(store.dismissals == 1)
    #expect(book.wrappedValue == nil)
  }

  @Test("dismisses nothing that came in the place of what was bound")
  func replaced() {
    store.send(.open(1))
    let book = $store.scope(\.book, action: \.book)
    store.send(.open(2))
    book.wrappedValue = nil
    #expect(store.book?.id == 2)
    $store.scope(\.book, action: \.book).wrappedValue = nil
    #expect(store.book == nil)
  }

  @Test("binds one case of a destination")
  func destination() {
    store.send(.lend)
    let loan = $store.scope(state: \.place?.loan, action: \.place.loan)
    let sale = $store.scope(state: \.place?.sale, action: \.place.sale)
    #expect(sale.wrappedValue == nil)
    sale.wrappedValue = nil
    loan.wrappedValue?.send(.read)
    #expect(store.place?.loan?.pages == 1)
    loan.wrappedValue = nil
    #expect(store.place == nil)
    #expect(Shelf.Action.place(.presented(.loan(.read))).is(\.place.loan.read))
    let presenting: CaseKeyPath<Shelf.Action, PresentationAction<Book.Action>> = \.place.loan
    let path = AnyCasePath(presenting)
    #expect(path.extract(from: .place(.presented(.loan(.read))))?.is(\.presented) == true)
    #expect(path.extract(from: .place(.presented(.sale(.read)))) == nil)
    #expect(path.extract(from: .place(.dismiss))?.is(\.dismiss) == true)
  }

  @Test("binds the store of a stack")
  func stack() {
    store.send(.push)
    let path = $store.scope(state: \.path, action: \.path)
    #expect(path.wrappedValue.withState { $0.count } == 1)
    let id = store.path.ids[0]
    $store.scope(\.path, action: \.path).wrappedValue.send(.element(id: id, action: .read))
    #expect(store.path.first?.pages == 1)
    path.wrappedValue.send(.popFrom(id: id))
    #expect(store.path.isEmpty)
  }
}

@Reducer
private struct Book {
  @ObservableState
  struct State: Equatable, Identifiable {
    let id: Int
    var pages = 0
  }
  enum Action { case read }
  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.pages += 1
      return .none
    }
  }
}

@Reducer
private struct Shelf {
  @Reducer
  enum Place { case loan(Book), sale(Book) }

  @ObservableState
  struct State {
    @Presents var book: Book.State?
    @Presents var place: Place.State?
    var path = StackState<Book.State>()
    var dismissals = 0
  }

  enum Action {
    case book(PresentationAction<Book.Action>)
    case lend
    case open(Int)
    case path(StackActionOf<Book>)
    case place(PresentationAction<Place.Action>)
    case push
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .book(.dismiss): state.dismissals += 1
      case .lend: state.place = .loan(Book.State(id: 3))
      case .open(let id): state.book = Book.State(id: id)
      case .push: state.path.append(Book.State(id: 4))
      case .book, .path, .place: break
      }
      return .none
    }
    .ifLet(\.$book, action: \.book) { Book() }
    .ifLet(\.$place, action: \.place)
    .forEach(\.path, action: \.path) { Book() }
  }
}
