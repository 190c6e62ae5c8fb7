import { type AccessCode, accessCodes } from '@drivesim/contract/access'
import {
  type WorkOrderInfo,
  type WorkOrderRow,
  type WorkOrderState,
  workOrderActions,
  workOrderStates,
} from '@drivesim/contract/operations/workOrders/workOrderShapes'
import { describe, expect, test } from 'vitest'
import { headActsOf, rowActsOf } from './actNames.ts'
import { dropOf } from './kanban.ts'

const R = 'ops:report'
const D = 'ops:dispatch'
const H = 'ops:handle'
const me = 7

/** The acts of a row for each single code: on somebody else's order, and on one's own. */
const rows: readonly (readonly [WorkOrderState, object, object])[] = [
  ['pending', { dispatch: [D], claim: [H], close: [D] }, { dispatch: [D], claim: [H], close: [D] }],
  ['assigned', { reassign: [D], close: [D] }, { accept: [H], reject: [H], reassign: [D], close: [D] }],
  ['handling', { reassign: [D] }, { reassign: [D] }],
  ['review', { approve: [R, D], sendBack: [R, D] }, { approve: [R, D, H], sendBack: [R, D] }],
  ['done', { rework: [R, D] }, { rework: [R, D] }],
  ['closed', { reopen: [D] }, { reopen: [D] }],
]

const holding = (...codes: AccessCode[]) => ({ id: me, codes: new Set(codes) })

const row: WorkOrderRow = {
  orderId: 1,
  no: 'WO26112700001',
  source: 'manual',
  state: 'pending',
  priority: 'normal',
  organId: 1,
  organName: '驾校',
  roomId: 1,
  roomName: '教室',
  simulatorId: 1,
  simulatorName: '1号',
  simulatorNum: 'SN0001',
  carNum: null,
  componentKindId: 1,
  componentName: '踏板',
  faultTypeId: 1,
  faultTypeName: '未分类',
  description: '无法开机',
  assigneeId: me,
  assigneeName: '王师傅',
  occurrences: 1,
  openedAt: '2026-11-27T02:00:00.000Z',
  plannedOn: null,
  dueAt: null,
  late: null,
  submittedAt: null,
  finishedAt: null,
  reopenable: true,
  badges: [],
  version: 1,
}

/** Each with the codes that give it. */
function gathered(actsOf: (code: AccessCode) => readonly string[]) {
  const all: Record<string, AccessCode[]> = {}
  for (const code of accessCodes) {
    for (const act of actsOf(code)) all[act] = [...(all[act] ?? []), code]
  }
  return all
}

describe.each(rows)('a row in %s', (state, others, own) => {
  const actsOn = (assigneeId: number | null, more: Partial<WorkOrderRow> = {}) =>
    gathered(code => rowActsOf({ ...row, state, assigneeId, ...more }, holding(code)).map(({ name }) => name))

  test('has the acts of whoever looks at it', () => {
    expect(actsOn(me + 1)).toEqual(others)
    expect(actsOn(null)).toEqual(others)
    expect(actsOn(me)).toEqual(own)
  })

  test('can be opened again only where that can be', () => {
    expect(actsOn(me, { reopenable: false })).not.toHaveProperty('reopen')
  })
})

test('a row begins with what the order waits for', () => {
  const acts = rowActsOf({ ...row, state: 'assigned' }, holding(R, D, H))
  expect(acts.map(({ name }) => name)).toEqual(['accept', 'reject', 'reassign', 'close'])
})

/** Where dropping a card leads, for each single code: `from>to act`. */
const drops = {
  'pending>assigned dispatch': [D],
  'pending>handling claim': [H],
  'pending>closed close': [D],
  'assigned>pending reassign': [D],
  'assigned>closed close': [D],
  'handling>pending reassign': [D],
  'handling>assigned reassign': [D],
  'review>handling sendBack': [R, D],
  'review>done approve': [R, D],
  'closed>pending reopen': [D],
}
const ownDrops = {
  ...drops,
  'assigned>pending reject': [H],
  'assigned>handling accept': [H],
  'handling>review submit': [H],
  'review>done approve': [R, D, H],
}

describe('a card that is dropped', () => {
  const states = Object.keys(workOrderStates) as WorkOrderState[]
  const dropsOn = (assigneeId: number) =>
    gathered(code =>
      states.flatMap(from =>
        states.flatMap(to => {
          const { act } = dropOf({ state: from, assigneeId, reopenable: true }, to, holding(code))
          return act === null ? [] : [`${from}>${to} ${act}`]
        }),
      ),
    )

  test("does what whoever drops it may, on somebody else's order and on one's own", () => {
    expect(dropsOn(me + 1)).toEqual(drops)
    expect(dropsOn(me)).toEqual(ownDrops)
  })
})

/** An order's page for a person who may do everything. */
const page: WorkOrderInfo = {
  ...row,
  organAddress: null,
  contact: null,
  contactPhone: null,
  opensAt: '08:00',
  closesAt: '20:00',
  simulatorState: 'fault',
  occurredAt: row.openedAt,
  acceptedAt: null,
  arrivedAt: null,
  recoveredAt: null,
  pausedSince: null,
  pauseReason: null,
  resumeBy: null,
  approveBy: null,
  dealResultId: null,
  dealResultName: null,
  dealNote: null,
  closeReason: null,
  serviceFee: 0,
  partsFee: 0,
  needsSignature: false,
  needsPicture: false,
  clocks: [],
  actions: workOrderActions.map(action => ({ action, allowed: true, reason: null })),
  events: [],
  pictures: [],
  parts: [],
  devices: [],
  checklist: null,
  faults: [],
  signature: null,
  parent: null,
  mergedInto: null,
  children: [],
}

describe("a page's head", () => {
  const headOf = (more: Partial<WorkOrderInfo>) => headActsOf({ ...page, ...more }).map(({ name }) => name)

  test.each([
    ['pending', ['dispatch', 'claim', 'classify', 'plan', 'deviceDown', 'close']],
    ['assigned', ['accept', 'reject', 'reassign', 'classify', 'plan', 'deviceDown', 'close']],
    ['handling', ['pause', 'reassign', 'classify', 'plan', 'deviceDown']],
    ['review', ['approve', 'sendBack', 'deviceDown']],
    ['done', ['rework']],
    ['closed', ['reopen']],
  ] as const)('has in %s what the state allows', (state, expected) =>
    expect(headOf({ state })).toEqual(expected),
  )

  test('has the one of two that a pause leaves', () => {
    const paused = { state: 'handling', pausedSince: row.openedAt } as const
    expect(headOf(paused)).toEqual(['resume', 'reassign', 'classify', 'plan', 'deviceDown'])
  })

  test('says why the server closes an act, and leaves out what it does not name', () => {
    const actions = [{ action: 'reassign', allowed: false, reason: '不行' } as const]
    const headActs = headActsOf({ ...page, state: 'handling', actions })
    expect(headActs).toEqual([{ name: 'reassign', label: '改派', reason: '不行' }])
  })
})
