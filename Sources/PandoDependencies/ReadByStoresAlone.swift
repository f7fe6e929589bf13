/// A key whose value is read where stores are made, and by no reducer: to override it is no reason for a
/// store to see to it that its reducers read its own values.
package protocol ReadByStoresAlone: TestDependencyKey {}
