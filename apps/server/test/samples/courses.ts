import { errors } from '@drivesim/contract'
import type { TestApp } from '../app.ts'
import { noInput, samplesOf } from '../domainSamples.ts'
import { insertIds } from '../place.ts'

const form = {
  courseName: '矩阵课程',
  gearType: 'C1' as const,
  moduleIds: [1],
  minutes: 60,
  price: 9900,
  validDays: 90,
}
const courseId = (ids: { course: number }) => ({ courseId: ids.course })

export const samples = samplesOf(
  'courses',
  // The platform's: the same for both places, without a mark.
  (app: TestApp) =>
    insertIds(
      app,
      ['course'],
      `insert into course (name, gear_type, minutes, price, valid_days) values ('课程', 'C1', 60, 9900, 90)
       on conflict (gear_type, name) do update set minutes = excluded.minutes returning id as course`,
      [],
    ),
  {
    list: noInput,
    export: noInput,
    add: { input: () => form, platformOnly: errors.platformOnly },
    modify: {
      input: ids => ({ ...form, ...courseId(ids) }),
      platformOnly: errors.platformOnly,
    },
    setEnabled: {
      input: ids => ({ ...courseId(ids), enabled: false }),
      platformOnly: errors.platformOnly,
    },
    ofSchool: { input: ({ organ }) => ({ schoolId: organ }) },
    saveOfSchool: {
      input: ({ organ, course }) => ({ schoolId: organ, offers: [{ courseId: course, price: null }] }),
    },
  },
)
