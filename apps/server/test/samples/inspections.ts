import { errors } from '@drivesim/contract'
import type { TestApp } from '../app.ts'
import { noInput, samplesOf } from '../domainSamples.ts'
import { insertIds, type Place } from '../place.ts'

const ofOrgan = { input: ({ organ }: Place) => ({ organId: organ }), foreign: 'nothing' } as const
const here = ({ organ, room }: Place) => ({ organId: organ, roomId: room })
const items = [
  {
    key: 'screen',
    text: '画面清晰',
    kind: 'passFail',
    min: null,
    max: null,
    required: true,
    onFailTypeId: null,
  } as const,
]

export const samples = samplesOf(
  'inspections',
  (app: TestApp, { mark, organ, room, me, simulator }: Place) =>
    insertIds(
      app,
      ['checklist', 'spare', 'plan', 'stocktake'],
      `with list as (
         insert into checklist (name, items, organ_id)
         select $1 || '-清单' || n, '[]', $2::bigint from generate_series(1, 2) n returning id
       ), plan as (
         insert into maintenance_plan (name, kind, checklist_id, organ_ids, every_days)
         select $1 || '-计划', 'maintenance', min(id), array[$2::bigint], 30 from list returning id
       ), covered as (
         insert into plan_device select id, $4::bigint, now(), 0 from plan
       ), counted as (
         insert into stocktake (organ_id, opened_by, expected_ids) values ($2, $3, array[$4::bigint]) returning id
       ), visit as (
         insert into work_order (no, source, plan_id, planned_on, room_id, organ_id, component_kind_id, fault_type_id, priority,
           description, occurred_at, state, finished_at, close_reason)
         select 'WO' || $1 || '-visit', 'plan', plan.id, '2026-10-03', $5, $2, t.component_kind_id, t.id, 'normal', $1, now(),
           'closed', now(), 'other'
         from plan, fault_type t where t.mark = 'unclassified' returning id
       ), opened as (
         insert into work_order_event (order_id, kind, at) select id, 'opened', now() from visit
       )
       select min(list.id) as checklist, max(list.id) as spare, plan.id as plan, counted.id as stocktake
       from list, plan, counted group by plan.id, counted.id`,
      [mark, organ, me, simulator, room],
    ),
  {
    plans: ofOrgan,
    planExport: ofOrgan,
    planDevices: {
      input: ids => ({ planId: ids.plan, simulatorId: ids.simulator, ...here(ids) }),
      foreign: 'nothing',
    },
    planChoices: { input: ({ room }) => ({ roomId: room }), foreign: 'nothing' },
    visits: {
      input: ({ organ }) => ({ organId: organ, beginDate: '2026-10-01', endDate: '2026-10-07' }),
      foreign: 'nothing',
    },
    savePlan: {
      input: ids => ({
        planId: ids.plan,
        name: '矩阵计划',
        kind: 'inspection',
        checklistId: ids.checklist,
        organIds: [ids.organ],
        everyDays: 7,
        leadDays: 1,
        needsSignature: false,
        needsPicture: false,
      }),
    },
    setPlanEnabled: { input: ids => ({ planId: ids.plan, enabled: false }) },
    startPlan: {
      input: ids => ({ planId: ids.plan, roomId: ids.room }),
      alone: { roomId: errors.planNotOfRoom },
    },
    checklists: noInput,
    saveChecklist: { input: ids => ({ checklistId: ids.spare, name: '矩阵清单', items }) },
    setChecklistEnabled: { input: ids => ({ checklistId: ids.spare, enabled: false }) },
    stocktakes: ofOrgan,
    stocktake: { input: ids => ({ stocktakeId: ids.stocktake }) },
    stocktakeExport: { input: ids => ({ stocktakeId: ids.stocktake }) },
    openStocktake: { input: here, alone: { roomId: errors.roomNotOfOrganisation } },
    scan: { input: ids => ({ stocktakeId: ids.stocktake, raw: 'UNKNOWN-0001' }) },
    closeStocktake: { input: ids => ({ stocktakeId: ids.stocktake }) },
  },
)
