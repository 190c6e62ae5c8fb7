import { errors } from '@drivesim/contract'
import { sealSecrets } from '../../src/modules/open/webhooks/secrets.service.ts'
import { newSecret } from '../../src/modules/open/webhooks/signing.rules.ts'
import type { TestApp } from '../app.ts'
import { noInput, samplesOf } from '../domainSamples.ts'
import { insertIds, type Place } from '../place.ts'

const form = {
  name: '矩阵地址',
  address: 'https://example.com/hook',
  types: ['student.added'] satisfies ['student.added'],
}

export const samples = samplesOf(
  'webhooks',
  async (app: TestApp, { mark, organ, me }: Place) => {
    const ids = await insertIds(
      app,
      ['endpoint', 'delivery'],
      `with made as (
         insert into webhook_endpoint (name, address, owner_id, organ_id, types, secrets)
         values ($1 || '-地址', 'https://example.com/' || $1, $3, $2, '{student.added}', '') returning id
       ), event as (
         insert into open_event (type, organ_id, data) values ('student.added', $2, '{}') returning id
       )
       insert into webhook_delivery (endpoint_id, event_id, state)
       select made.id, event.id, 'failed' from made, event returning endpoint_id as endpoint, id as delivery`,
      [mark, organ, me],
    )
    const secrets = { now: newSecret(), before: null }
    const sealed = await sealSecrets(app.services.db, app.services.dataKeys, ids.endpoint, secrets)
    await app.services.pool.query('update webhook_endpoint set secrets = $2 where id = $1', [
      ids.endpoint,
      sealed,
    ])
    return ids
  },
  {
    list: noInput,
    add: { input: ({ organ }) => ({ ...form, organIds: [organ] }), foreign: errors.organForbidden },
    modify: {
      input: ({ endpoint, organ }) => ({ ...form, endpointId: endpoint, organIds: [organ] }),
      alone: { organIds: errors.organForbidden },
    },
    rotate: { input: ({ endpoint }) => ({ endpointId: endpoint }) },
    setEnabled: { input: ({ endpoint }) => ({ endpointId: endpoint, enabled: false }) },
    test: { input: ({ endpoint }) => ({ endpointId: endpoint }) },
    deliveries: { input: ({ endpoint }) => ({ endpointId: endpoint }), foreign: 'nothing' },
    delivery: { input: ({ delivery }) => ({ deliveryId: delivery }) },
    resend: { input: ({ delivery }) => ({ deliveryId: delivery }) },
    resendFailed: { input: ({ endpoint }) => ({ endpointId: endpoint, since: '2026-01-01T00:00:00Z' }) },
  },
)
