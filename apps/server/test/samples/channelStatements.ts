import { errors } from '@drivesim/contract'
import type { TestApp } from '../app.ts'
import { samplesOf } from '../domainSamples.ts'
import { insertIds, type Place } from '../place.ts'

const { platformOnly } = errors
const month = '2026-01'

export const samples = samplesOf(
  'channelStatements',
  (app: TestApp, { mark, me, student, organ }: Place) =>
    insertIds(
      app,
      ['statement', 'line', 'missing', 'importing'],
      `with statement as (
         insert into channel_statement (channel, merchant, bill_date, version, sha256, simulated, paid, refunded, fee, matched,
           amount_differs, local_only, channel_only, created_by)
         values ('wechat', $1, '2026-01-05', 1, sha256(convert_to($1, 'UTF8')), false, 100, 0, 0, 0, 0, 1, 1, $2) returning id
       ), lot as (
         insert into recharge_order (student_id, school_id, organ_id, channel, amount, day)
         values ($3, $4, $4, 'wechat', 300, '2026-01-05') returning id, no
       ), line as (
         insert into channel_line (statement_id, kind, no, order_no, channel_no, at, amount, outcome)
         select id, 'payment', $1, $1, $1, '2026-01-05', 100, 'channelOnly' from statement returning id
       ), missing as (
         insert into channel_line (statement_id, kind, no, order_no, channel_no, local_amount, outcome, recharge_order_id)
         select statement.id, 'payment', lot.no, lot.no, '', 300, 'localOnly', lot.id from statement, lot returning id
       ), importing as (
         insert into channel_import (bytes, created_by, alive_at) values (1, $2, now() + interval '1 day') returning id
       )
       select statement.id as statement, line.id as line, missing.id as missing, importing.id as importing
       from statement, line, missing, importing`,
      [mark, me, student, organ],
    ),
  {
    list: { input: () => ({ month }), platformOnly },
    gaps: { input: () => ({ month }), platformOnly },
    lines: { input: ids => ({ statementId: ids.statement }), platformOnly },
    lineExport: { input: ids => ({ statementId: ids.statement }), platformOnly },
    import: { input: () => ({}), platformOnly },
    importInfo: { input: ids => ({ importId: ids.importing }), platformOnly },
    cancelImport: { input: ids => ({ importId: ids.importing }), platformOnly },
    resolve: { input: ids => ({ lineId: ids.line, act: 'suspend' }), platformOnly },
    ask: { input: ids => ({ lineId: ids.missing }), platformOnly, refused: errors.noChannel },
  },
)
