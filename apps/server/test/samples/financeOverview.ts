import type { TestApp } from '../app.ts'
import { samplesOf } from '../domainSamples.ts'
import { makeSessions } from '../facts.ts'
import { insertIds, type Place } from '../place.ts'

const ofSchool = { input: ({ organ }: Place) => ({ schoolId: organ }), foreign: 'nothing' } as const
const ofOrgan = { input: ({ organ }: Place) => ({ organId: organ }), foreign: 'nothing' } as const

export const samples = samplesOf(
  'financeOverview',
  async (app: TestApp, { simulator, organ, room, student }: Place) => {
    const at = '2026-10-06T09:30:00+08:00'
    const [record = 0] = await makeSessions(app.services.pool, [{ simulator, organ, room, student, at }])
    return insertIds(
      app,
      ['entry'],
      `insert into minute_entry (record_id, student_id, school_id, kind, minutes, day)
       values ($1, $2, $3, 'charge', 10, '2026-10-06') returning id as entry`,
      [record, student, organ],
    )
  },
  {
    overview: { input: ({ organ }) => ({ month: '2026-10', organId: organ }) },
    export: { input: ({ organ }) => ({ month: '2026-10', organId: organ }) },
    incomes: ofOrgan,
    incomeExport: ofOrgan,
    balances: ofSchool,
    balanceExport: ofSchool,
    custodies: ofSchool,
    custodyExport: ofSchool,
    uncovered: ofSchool,
    uncoveredExport: ofSchool,
  },
)
