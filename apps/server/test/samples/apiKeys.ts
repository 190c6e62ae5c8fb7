import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { TestApp } from '../app.ts'
import { query } from '../database.ts'
import { noInput, samplesOf } from '../domainSamples.ts'
import type { Place } from '../place.ts'

const key = (app: TestApp, memberId: number, name: string) =>
  query(
    app.database.ownerUrl,
    `insert into api_key (member_id, name, hash, hint, days, expires_at)
     values ($1, $2, $3, 'dsk_0000', 90, now() + interval '90 days') returning id as key`,
    [memberId, name, randomBytes(32)],
  ).then(([row]) => z.object({ key: z.coerce.number() }).parse(row).key)

export const samples = samplesOf(
  'apiKeys',
  async (app: TestApp, { me, member, mark }: Place) => ({
    ownKey: await key(app, me, `${mark}的密钥`),
    keyOfMember: await key(app, member, `${mark}的成员密钥`),
  }),
  {
    own: noInput,
    add: {
      input: ({ organ }) => ({
        name: '新密钥',
        codes: [],
        organIds: [organ],
        days: 90,
        networks: [],
        mayExport: false,
      }),
    },
    rotate: { input: ({ ownKey }) => ({ keyId: ownKey }) },
    stop: { input: ({ ownKey }) => ({ keyId: ownKey }) },
    list: { input: ({ mark }) => ({ paramValue: mark }), foreign: 'nothing' },
    export: { input: ({ mark }) => ({ paramValue: mark }), foreign: 'nothing' },
    stopOf: { input: ({ keyOfMember }) => ({ keyId: keyOfMember }) },
  },
)
