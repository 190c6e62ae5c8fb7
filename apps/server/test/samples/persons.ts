import { errors } from '@drivesim/contract'
import { nothingMore, samplesOf } from '../domainSamples.ts'

export const samples = samplesOf('persons', nothingMore, {
  find: { input: ({ mark }) => ({ paramValue: `${mark}-学员` }), foreign: 'nothing' },
  file: { input: ({ student }) => ({ studentId: student, reason: '本人要求查阅' }) },
  // They study still.
  erase: {
    input: ({ student }) => ({ studentId: student, wish: '要求注销', proof: 'inPerson' }),
    refused: errors.notErasable,
  },
  release: {
    input: ({ student }) => ({ studentId: student, reason: '本人同意' }),
    refused: errors.notRestricted,
  },
  held: {
    input: ({ student }) => ({ studentId: student, reason: '核对档案' }),
    platformOnly: errors.platformOnly,
    refused: errors.nothingHeld,
    foreign: errors.platformOnly,
  },
})
