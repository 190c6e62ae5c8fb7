import { nothingMore, samplesOf } from '../domainSamples.ts'
import type { Place } from '../place.ts'

const range = ({ organ }: Place) => ({ organId: organ, beginDate: '2026-10-01', endDate: '2026-10-07' })
const board = {
  input: (ids: Place) => ({ ...range(ids), figure: 'courseUsers' as const }),
  foreign: 'nothing',
} as const
const place = { input: ({ organ }: Place) => ({ organId: organ }), foreign: 'nothing' } as const

export const samples = samplesOf('dashboard', nothingMore, {
  overview: board,
  trend: board,
  ranking: board,
  detail: board,
  people: board,
  export: {
    input: (ids: Place) => ({ ...range(ids), figure: 'newStudents' as const, by: 'list' as const }),
    foreign: 'nothing',
  },
  heat: place,
  passRate: place,
  findings: place,
})
