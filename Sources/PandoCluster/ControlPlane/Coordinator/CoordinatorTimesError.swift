/// Why workers could not stay members of a coordinator with its times.
struct CoordinatorTimesError: Error {
  let message: String
}
