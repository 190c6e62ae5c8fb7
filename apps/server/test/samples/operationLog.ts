import type { TestApp } from '../app.ts'
import { noInput, samplesOf } from '../domainSamples.ts'
import { insertIds, type Place } from '../place.ts'

export const samples = samplesOf(
  'operationLog',
  (app: TestApp, { mark, account, member }: Place) =>
    insertIds(
      app,
      ['operation'],
      `insert into operation_log (member_id, account, call, label, request_id) values ($1, $2, 'x', $3 || '-操作', 'x')
       returning id as operation`,
      [member, account, mark],
    ),
  {
    list: noInput,
    export: noInput,
    security: noInput,
    securityExport: noInput,
    objects: { input: ({ student }) => ({ objectType: 'student', objectId: student }), foreign: 'nothing' },
    info: { input: ({ operation }) => ({ operationId: operation }) },
  },
)
