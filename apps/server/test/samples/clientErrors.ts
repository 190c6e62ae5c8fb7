import type { TestApp } from '../app.ts'
import { noInput, samplesOf } from '../domainSamples.ts'
import { insertIds, type Place } from '../place.ts'

export const samples = samplesOf(
  'clientErrors',
  (app: TestApp, { mark, organ, member }: Place) =>
    insertIds(
      app,
      ['error'],
      `insert into client_error (organ_id, fingerprint, type, message, url, member_id)
       values ($1, '\\x00', 'x', $2 || '-错误', '/home', $3) returning id as error`,
      [organ, mark, member],
    ),
  {
    save: { input: () => ({ type: 'TypeError', mes: '矩阵错误', url: '/home' }) },
    list: noInput,
    export: noInput,
  },
)
