/** 工单详情 of an order. */
export const workOrderPath = ({ orderId }: { readonly orderId: number }) =>
  `/operation/orderDetail?orderId=${orderId}`
