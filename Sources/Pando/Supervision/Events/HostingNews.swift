/// An event that is put into words only by who reads it: names come from identities and actions, whose
/// descriptions are users' code, which never runs under a store's lock.
package struct HostingNews: Sendable {
  package let event: @Sendable () -> HostingEvent

  package init(_ event: @escaping @Sendable () -> HostingEvent) {
    self.event = event
  }
}
