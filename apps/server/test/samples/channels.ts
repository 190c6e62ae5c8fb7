import { errors } from '@drivesim/contract'
import type { TestApp } from '../app.ts'
import { noInput, samplesOf } from '../domainSamples.ts'
import { insertIds, type Place } from '../place.ts'

// There is no channel here: who may ask is told so, channels.test.ts has the rest.
const refused = errors.noChannel
const waiting = { input: (ids: { waiting: number }) => ({ orderId: ids.waiting }), refused }

export const samples = samplesOf(
  'channels',
  (app: TestApp, { organ, student, member }: Place) =>
    insertIds(
      app,
      ['waiting'],
      `insert into recharge_order (student_id, school_id, organ_id, channel, amount, created_by, day, expires_at)
       values ($2, $1, $1, 'wechat', 700, $3, business_day(now()), now() + interval '1 hour') returning id as waiting`,
      [organ, student, member],
    ),
  {
    offered: noInput,
    rechargeByCode: {
      input: ({ student }) => ({ studentId: student, channel: 'wechat', amount: 20_000 }),
      refused,
    },
    rechargeCode: waiting,
    rechargeQuery: waiting,
  },
)
