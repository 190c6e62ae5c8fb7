import { errors } from '@drivesim/contract'
import type { TestApp } from '../app.ts'
import { noInput, samplesOf } from '../domainSamples.ts'
import { insertIds, type Place } from '../place.ts'

const outboxId = (ids: { entry: number }) => ({ outboxId: ids.entry })

export const samples = samplesOf(
  'outbox',
  (app: TestApp, { mark, organ, member }: Place) =>
    insertIds(
      app,
      ['entry'],
      `insert into outbox (member_id, organ_id, channel, recipient, title, content, state)
       values ($1, $2, 'email', 'a@b.cn', $3 || '-邮件', '', 'failed') returning id as entry`,
      [member, organ, mark],
    ),
  {
    list: noInput,
    export: noInput,
    info: { input: outboxId },
    // The server of these tests has no way to send mail.
    retry: { input: outboxId, refused: errors.channelUnavailable },
  },
)
