extension HostedNode {
  package var order: HostedOrder { options.order }
}
