import { errors } from '@drivesim/contract'
import { z } from 'zod'
import type { TestApp } from '../app.ts'
import { query } from '../database.ts'
import { noInput, samplesOf } from '../domainSamples.ts'
import type { Place } from '../place.ts'

export const samples = samplesOf(
  'singleSignOn',
  async (app: TestApp, { me, mark }: Place) => {
    const [row] = await query(
      app.database.ownerUrl,
      `insert into external_identity (member_id, issuer, subject) values ($1, 'https://id.example.com', $2) returning id as identity`,
      [me, `subject ${mark}`],
    )
    return z.object({ identity: z.coerce.number() }).parse(row)
  },
  {
    info: noInput,
    begin: { ...noInput, refused: errors.noProvider },
    bind: {
      input: () => ({ code: 'a', state: 'a' }),
      refused: errors.challengeOver,
      foreign: errors.challengeOver,
    },
    unbind: { input: ({ identity }) => ({ identityId: identity }) },
    bindMember: {
      input: ({ member }) => ({ userId: member, subject: 'somebody' }),
      refused: errors.noProvider,
    },
  },
)
