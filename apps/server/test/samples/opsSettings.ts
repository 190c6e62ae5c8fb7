import { errors } from '@drivesim/contract'
import { nothingMore, samplesOf } from '../domainSamples.ts'

const { platformOnly } = errors
/** The dictionaries are everybody's who has the code. */
const everybodys = { input: () => ({}), foreign: 'nothing' } as const
const fault = { severity: 'major', repairHours: 8 } as const

export const samples = samplesOf('opsSettings', nothingMore, {
  choices: everybodys,
  components: everybodys,
  componentExport: everybodys,
  saveComponent: { input: ({ mark }) => ({ name: `${mark}部件` }), platformOnly },
  setComponentEnabled: {
    input: () => ({ id: 1, enabled: false }),
    platformOnly,
    refused: errors.dictionaryBuiltIn,
  },
  faultTypes: everybodys,
  faultTypeExport: everybodys,
  saveFaultType: {
    input: ({ mark }) => ({ name: `${mark}故障`, componentKindId: 1, ...fault }),
    platformOnly,
  },
  setFaultTypeEnabled: {
    input: () => ({ id: 1, enabled: false }),
    platformOnly,
    refused: errors.dictionaryBuiltIn,
  },
  dealResults: everybodys,
  dealResultExport: everybodys,
  saveDealResult: { input: ({ mark }) => ({ name: `${mark}结果`, outcome: 'repaired' }), platformOnly },
  setDealResultEnabled: {
    input: () => ({ id: 1, enabled: false }),
    platformOnly,
    refused: errors.dictionaryBuiltIn,
  },
  parts: everybodys,
  partExport: everybodys,
  saveSparePart: {
    input: ({ mark }) => ({ name: `${mark}配件`, componentKindId: 1, price: 100 }),
    platformOnly,
  },
  setSparePartEnabled: { input: () => ({ id: 999, enabled: false }), platformOnly, refused: errors.notFound },
  info: everybodys,
  days: { input: () => ({ year: 2026 }), foreign: 'nothing' },
  saveDay: { input: () => ({ day: '2026-07-01', kind: 'off' }), platformOnly },
  importYear: { input: () => ({ year: 2026 }), platformOnly },
  saveLimits: { input: () => ({ limits: [{ priority: 'low', minutes: 600 }] }), platformOnly },
  saveCalendar: { input: ({ organ }) => ({ organId: organ, calendar: 'everyDay' }) },
})
