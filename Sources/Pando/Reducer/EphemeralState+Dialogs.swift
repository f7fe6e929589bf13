extension AlertState: EphemeralState {}
extension ConfirmationDialogState: EphemeralState {}
