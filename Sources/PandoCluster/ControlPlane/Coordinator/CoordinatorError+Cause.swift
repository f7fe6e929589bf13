import ZeroMQ

extension CoordinatorError {
  init(_ cause: any Error) {
    self.cause = cause
    switch cause {
    case let error as ControlError:
      code =
        switch error {
        case .networkWithoutKeys: .networkWithoutKeys
        default: .notListening
        }
      message = error.description
    case let error as KeyError:
      code = error.code == .noKeys ? .networkWithoutKeys : .unusableKeys
      message = error.message
    case let error as RegistryError:
      code = .unusableRegistry
      message = error.message
    case let error as CoordinatorTimesError:
      code = .unusableTimes
      message = error.message
    case let error as ZeroMQError:
      code = error.code == .endpointTaken ? .endpointTaken : .notListening
      message = error.message
    default:
      code = .notListening
      message = "\(cause)"
    }
  }
}
