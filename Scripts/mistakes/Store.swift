import Pando

@Reducer
struct Counter {
  @ObservableState
  struct State {
    var count = 0
    var rows: [Int] = []
    var child: Child.State?
  }
  enum Action { case tapped }
}

func change(_ store: StoreOf<Counter>) {
  // error: send an action that the reducer answers by changing the state
  store.count = 3
  // error: send an action that the reducer answers by changing the state
  store.count += 3
  // error: send an action that the reducer answers by changing the state
  store.rows.append(1)
  // error: send an action that the reducer answers by changing the state
  store.child = nil
  // error: send an action that the reducer answers by changing the state
  store.state.count = 3
  // error: send an action that the reducer answers by changing the state
  store.state = Counter.State()
  // error: has no dynamic member 'cuont'
  print(store.cuont)
}

func bind(_ store: StoreOf<Counter>) {
  @Bindable var store = store
  // error: 'enum Action: BindableAction', with a 'case binding(BindingAction<State>)'
  let binding = $store.count
  print(binding)
}

@Reducer
struct Plain {
  struct State { var count = 0 }
  enum Action: BindableAction { case binding(BindingAction<State>) }
}

func read(_ store: StoreOf<Plain>) {
  // error: write '@ObservableState' at the state
  print(store.count)
}

func bind(_ store: StoreOf<Plain>) {
  @Bindable var store = store
  // error: a binding needs '@ObservableState' at the state
  let binding = $store.count
  print(binding)
}
