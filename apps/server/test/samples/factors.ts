import { errors } from '@drivesim/contract'
import { z } from 'zod'
import type { TestApp } from '../app.ts'
import { query } from '../database.ts'
import { noInput, samplesOf } from '../domainSamples.ts'
import type { Place } from '../place.ts'

const challenge = 'a'.repeat(43)
const noChallenge = { refused: errors.challengeOver, foreign: errors.challengeOver }

export const samples = samplesOf(
  'factors',
  async (app: TestApp, { me, mark }: Place) => {
    const [row] = await query(
      app.database.ownerUrl,
      `insert into factor (member_id, kind, name, secret) values ($1, 'totp', $2, '\\x00') returning id as factor`,
      [me, `手机 ${mark}`],
    )
    return z.object({ factor: z.coerce.number() }).parse(row)
  },
  {
    info: noInput,
    beginProof: noInput,
    prove: { input: ({ password }) => ({ challenge, method: 'password', password }), ...noChallenge },
    beginTotp: noInput,
    addTotp: { input: () => ({ challenge, name: '手机', code: '123456' }), ...noChallenge },
    beginPasskey: noInput,
    addPasskey: {
      input: () => ({
        challenge,
        name: '钥匙',
        attestation: {
          id: 'a',
          rawId: 'a',
          type: 'public-key',
          response: { clientDataJSON: 'a', attestationObject: 'a' },
        },
      }),
      ...noChallenge,
    },
    rename: { input: ({ factor }) => ({ factorId: factor, name: '新名称' }) },
    remove: { input: ({ factor }) => ({ factorId: factor }) },
    renewRecoveryCodes: noInput,
  },
)
