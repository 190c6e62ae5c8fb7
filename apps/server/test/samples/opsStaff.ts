import { errors } from '@drivesim/contract'
import type { TestApp } from '../app.ts'
import { samplesOf } from '../domainSamples.ts'
import { makeMember } from '../factories.ts'
import type { Place } from '../place.ts'
import { makeTechnician } from '../technicians.ts'

export const samples = samplesOf(
  'opsStaff',
  async (app: TestApp, { mark, organ }: Place) => {
    const { pool } = app.services
    // Somebody who could be added.
    await makeMember(pool, { name: `${mark}-新人`, codes: ['ops:handle'], organs: [organ] })
    return { technician: await makeTechnician(pool, { organ, name: `${mark}-技师` }) }
  },
  {
    list: { input: ({ organ }) => ({ organId: organ }), foreign: 'nothing' },
    export: { input: ({ organ }) => ({ organId: organ }), foreign: 'nothing' },
    info: { input: ids => ({ memberId: ids.technician }) },
    candidates: { input: ({ mark }) => ({ paramValue: mark }), foreign: 'nothing' },
    save: {
      input: ids => ({ memberId: ids.technician, active: true, organIds: [ids.organ] }),
      alone: { organIds: errors.notFound },
    },
  },
)
