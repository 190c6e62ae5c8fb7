import { mondayOf } from '@drivesim/contract'
import { addDays } from '@drivesim/contract/businessDay'
import type { TestApp } from '../app.ts'
import { today } from '../calendar.ts'
import { samplesOf } from '../domainSamples.ts'
import { countFacts, makeSessions } from '../facts.ts'
import { insertIds, type Place } from '../place.ts'

const ago = (days: number) => addDays(mondayOf(today), -days)
const range = ({ organ }: Place) => ({ organId: organ, beginDate: ago(28), endDate: ago(1) })
const board = {
  input: (ids: Place) => ({ ...range(ids), figure: 'courseUsers' as const }),
  foreign: 'nothing',
} as const
const place = { input: ({ organ }: Place) => ({ organId: organ }), foreign: 'nothing' } as const

export const samples = samplesOf(
  'dashboard',
  async (app: TestApp, { organ, room, simulator, student }: Place) => {
    const { pool } = app.services
    await makeSessions(pool, [{ simulator, organ, room, student, at: `${ago(3)}T10:00:00+08:00` }])
    // So much before last week, and nothing in it, is worth noting.
    const made = await insertIds(
      app,
      ['recharge'],
      `insert into recharge_order (student_id, school_id, organ_id, channel, amount, paid_at, day)
       values ($1, $2, $2, 'wechat', 500000, $3::date + time '04:00', $3) returning id as recharge`,
      [student, organ, ago(14)],
    )
    await countFacts(pool, 'recharge', [made.recharge])
    return {}
  },
  {
    overview: board,
    trend: board,
    ranking: board,
    detail: board,
    people: board,
    boardExport: board,
    export: {
      input: (ids: Place) => ({ ...range(ids), figure: 'rechargeFen' as const, by: 'list' as const }),
      foreign: 'nothing',
    },
    heat: place,
    passRate: place,
    findings: place,
  },
)
