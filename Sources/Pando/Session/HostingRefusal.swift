/// Why a worker does not do what a client asked for.
package struct HostingRefusal: Error, Equatable {
  package let reason: String

  package init(reason: String) {
    self.reason = reason
  }
}
