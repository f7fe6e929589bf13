package import Pando

/// The taps and gestures of a screen with a drawer.
@ViewAction(for: Drawer.self)
package struct DrawerScreen {
  @Bindable package var store: StoreOf<Drawer>

  package init(store: StoreOf<Drawer>) {
    self.store = store
  }

  package func pull() {
    withAnimation(.bouncy) { store.isOpen = true }
  }

  package func push() {
    $store.isOpen.animation(.linear(duration: 0.1)).wrappedValue = false
  }

  package func tapClose() {
    send(.closeButtonTapped, animation: .interactiveSpring())
  }

  package func dropHint() {
    var transaction = Transaction()
    transaction.disablesAnimations = true
    store.send(.hintChanged(""), transaction: transaction)
  }
}
