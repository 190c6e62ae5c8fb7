import type { TestApp } from '../app.ts'
import { noInput, samplesOf } from '../domainSamples.ts'
import { insertIds, type Place } from '../place.ts'

export const samples = samplesOf(
  'vouchers',
  (app: TestApp, { mark, organ, me }: Place) =>
    insertIds(
      app,
      ['voucher'],
      `insert into voucher (file, sha256, bytes, member_id, organ_id)
       values (md5($1) || '.webp', sha256($1::bytea), 1, $2, $3) returning id as voucher`,
      [mark, me, organ],
    ),
  {
    upload: noInput,
    url: { input: ({ voucher }) => ({ voucherId: voucher }) },
  },
)
