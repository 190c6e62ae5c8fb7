import { errors } from '@drivesim/contract'
import { z } from 'zod'
import type { TestApp } from '../app.ts'
import { query } from '../database.ts'
import { noInput, samplesOf } from '../domainSamples.ts'
import type { Place } from '../place.ts'

export const samples = samplesOf(
  'factorResets',
  async (app: TestApp, { me, member }: Place) => {
    const [row] = await query(
      app.database.ownerUrl,
      `insert into factor_reset (member_id, asked_by, reason, proof) values ($1, $2, '手机丢失', 'inPerson') returning id as request`,
      [member, me],
    )
    return z.object({ request: z.coerce.number() }).parse(row)
  },
  {
    list: noInput,
    ask: {
      input: ({ member }) => ({ userId: member, reason: '手机丢失', proof: 'inPerson' }),
      refused: errors.nothingToReset,
    },
    // Whoever asked does not decide.
    decide: { input: ({ request }) => ({ requestId: request, accept: true }), refused: errors.needsAnother },
  },
)
