/// A request that the page does not serve, and why.
package struct PageRefusal: Error, Equatable {
  let status: Int
  /// A sentence for whoever asked.
  let text: String

  /// The answer to one who asks for a commit where nothing keeps them.
  static let noPast = PageRefusal(
    status: 404, text: "No commits are kept: this is no store with a journal of its own.")
}
