import { randomUUID } from 'node:crypto'
import { makeLabel } from '../../src/modules/devices/devices/label.service.ts'
import { writeTicket } from '../../src/modules/operations/faultReports/ticket.rules.ts'
import { systemScope } from '../../src/platform/auth/scope.ts'
import type { TestApp } from '../app.ts'
import { samplesOf } from '../domainSamples.ts'
import { insertIds, type Place } from '../place.ts'

export const samples = samplesOf(
  'faultReports',
  async (app: TestApp, { mark, organ, room, simulator }: Place) => {
    const { db, dataKeys } = app.services
    const label = { simulatorId: simulator, baseUrl: 'http://localhost', dataKeys }
    const { url } = await makeLabel(db, systemScope, label)
    const ids = await insertIds(
      app,
      ['order', 'report'],
      `with made as (
         insert into work_order (no, source, simulator_id, room_id, organ_id, component_kind_id, fault_type_id, priority,
           description, occurred_at)
         select 'WO-' || $1, 'scan', $2, $3, $4, component_kind_id, id, 'normal', $1 || '-报修', now()
         from fault_type where mark = 'unclassified' returning id
       ), opened as (
         insert into work_order_event (order_id, kind) select id, 'opened' from made
       )
       insert into fault_report (report_id, simulator_id, organ_id, order_id, symptom, description, phone)
       select gen_random_uuid(), $2, $4, id, 'screen', $1 || '-花屏', '13800000000' from made
       returning order_id as order, id as report`,
      [mark, simulator, room, organ],
    )
    return {
      ...ids,
      check: new URL(url).searchParams.get('c') ?? '',
      ticket: writeTicket(dataKeys, simulator, Date.now() - 60_000),
    }
  },
  {
    begin: { input: ({ sn, check }) => ({ simulatorNum: sn, check }) },
    picture: { input: ({ ticket }) => ({ ticket }) },
    submit: { input: ({ ticket }) => ({ ticket, reportId: randomUUID(), symptom: 'screen' }) },
    ofOrder: { input: ids => ({ orderId: ids.order }) },
    reveal: { input: ids => ({ id: ids.report, reason: '回电确认故障' }) },
  },
)
