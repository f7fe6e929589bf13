/// A request that the page does not serve, and why.
struct PageRefusal: Error, Equatable {
  let status: Int
  /// A sentence for whoever asked.
  let text: String
}
