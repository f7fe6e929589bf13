public import Pando

/// Tells what of a feature will not cross to another process, as far as its types tell.
///
/// ```swift
/// print(hostingReport(for: Search.self))
/// #expect(hostingReport(for: Search.self).canBeHosted)
/// ```
///
/// A report of a value tells more: sizes, coding of real values, identities, dependencies.
///
/// Complexity: O(types inside the state and the action).
public func hostingReport<R: Reducer>(for feature: R.Type) -> HostingReport {
  var builder = ReportBuilder(feature: typeName(R.self))
  builder.checkTypes(state: R.State.self, action: R.Action.self)
  return builder.report
}

/// Tells what of a feature will not cross to another process, by trying it with values.
///
/// State and actions are encoded and decoded. The actions are reduced, one after the other, in one
/// process and without their effects, to see the states and the identities that they bring.
///
/// ```swift
/// let report = hostingReport(
///   for: Search(), initialState: Search.State(hits: .sample), actions: [.queryChanged("aspen")]
/// ) {
///   $0.index = .live
/// }
/// #expect(report.canBeHosted, "\(report)")
/// ```
///
/// Complexity: O(actions * size of the state).
///
/// - Parameters:
///   - feature: The feature.
///   - initialState: A state that it has in production, as large as it becomes there.
///   - actions: Actions, in the order in which they are tried.
///   - prepareDependencies: What the store overrides in production, and doubles that the actions need here. Dependencies
///     that are not overridden have the values of other checks, such as clocks that stand still.
public func hostingReport<R: Reducer>(
  for feature: @autoclosure @escaping () -> R,
  initialState: @autoclosure @escaping () -> R.State,
  actions: [R.Action] = [],
  withDependencies prepareDependencies: @escaping (inout DependencyValues) -> Void = { _ in }
) -> HostingReport where R.State: Sendable, R.Action: Sendable {
  var builder = ReportBuilder(feature: typeName(R.self))
  builder.checkTypes(state: R.State.self, action: R.Action.self)
  let probe = FeatureProbe(
    feature: feature, initialState: initialState, prepareDependencies: prepareDependencies)
  let seen = probe.reduce(actions)
  builder.checkStates(seen.states)
  for action in actions { builder.check(action) }
  builder.checkCancelIDs(seen.cancelIDs)
  builder.checkOverrides(probe.unreachableOverrides)
  builder.add(issues: seen.issues)
  return builder.report
}
