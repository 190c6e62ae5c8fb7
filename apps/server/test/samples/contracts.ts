import { errors } from '@drivesim/contract'
import type { TestApp } from '../app.ts'
import { samplesOf } from '../domainSamples.ts'
import { insertIds, type Place } from '../place.ts'

const { platformOnly } = errors
const ofSchool = { input: ({ organ }: Place) => ({ schoolId: organ }), foreign: 'nothing' } as const
const terms = {
  mode: 'share',
  platformBp: 3000,
  billingDay: 5,
  startsOn: '2025-01-01',
  endsOn: '2025-12-31',
  deposit: 100_000,
} as const
const contractId = (ids: { contract: number }) => ({ contractId: ids.contract })

export const samples = samplesOf(
  'contracts',
  (app: TestApp, { mark, organ, me }: Place) =>
    insertIds(
      app,
      ['contract'],
      `insert into contract (no, school_id, mode, platform_bp, billing_day, starts_on, ends_on, offline_cap, created_by)
       values ('HT-' || $1, $2, 'share', 3000, 5, '2026-01-01', '2099-12-31', 10000000, $3) returning id as contract`,
      [mark, organ, me],
    ),
  {
    codeMapping: { input: () => ({ code: 'contractMode' }), foreign: 'nothing' },
    choices: { input: () => ({ queryTypes: ['contractMode', 'school'] }), foreign: 'nothing' },
    ofOrganisation: { input: ({ organ }) => ({ organizationId: organ }) },
    list: ofSchool,
    export: ofSchool,
    timeline: ofSchool,
    info: { input: contractId },
    revealAccount: { input: ids => ({ ...contractId(ids), reason: '核对收款账户' }), platformOnly },
    add: { input: ({ organ }) => ({ ...terms, schoolId: organ }), platformOnly },
    modify: {
      input: ids => ({ ...terms, ...contractId(ids), startsOn: '2026-01-01', endsOn: '2035-12-31' }),
      platformOnly,
    },
    terminate: { input: ids => ({ ...contractId(ids), endsOn: '2099-12-30' }), platformOnly },
    void: { input: ids => ({ ...contractId(ids), reason: '录入错误' }), platformOnly },
    addDeposit: { input: ids => ({ ...contractId(ids), amount: 100, paidOn: '2026-01-02' }), platformOnly },
  },
)
