import { noInput, nothingMore, samplesOf } from '../domainSamples.ts'

export const samples = samplesOf('running', nothingMore, {
  totalInfo: {
    input: ({ organ }) => ({ organId: organ, startDate: '2026-10-01', endDate: '2026-10-07' }),
    foreign: 'nothing',
  },
  simulatorsOfRoom: { input: ({ room }) => ({ roomId: room }) },
  faults: noInput,
  tree: noInput,
})
