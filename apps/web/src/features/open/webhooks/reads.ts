import { webhooks } from '@drivesim/contract/open/webhooks/webhooks'

/** What is read again after an endpoint or a delivery was changed. */
export const webhookReads = [webhooks.list, webhooks.deliveries, webhooks.delivery]
