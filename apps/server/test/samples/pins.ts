import { errors } from '@drivesim/contract'
import { noInput, nothingMore, samplesOf } from '../domainSamples.ts'

export const samples = samplesOf('pins', nothingMore, {
  mine: noInput,
  setScreens: { input: () => ({ screens: ['studentManagement'] }), foreign: 'nothing' },
  setRecord: {
    input: ({ student }) => ({ kind: 'student', recordId: student, pinned: true }),
    foreign: errors.notFound,
  },
})
