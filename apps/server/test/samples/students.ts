import type { TestApp } from '../app.ts'
import { query } from '../database.ts'
import { noInput, samplesOf } from '../domainSamples.ts'
import type { Place } from '../place.ts'

const schoolId = ({ organ }: Place) => ({ schoolId: organ })
const userId = ({ student }: Place) => ({ userId: student })
const form = { userName: '王芳', userPhone: '13800000001', gearType: 'C1' } as const

/** The student has a tag, for those who ask which there are. */
async function addTag(app: TestApp, { mark, student }: Place) {
  await query(app.database.ownerUrl, 'update student set tags = array[$1] where id = $2', [mark, student])
  return {}
}

export const samples = samplesOf('students', addTag, {
  list: { input: schoolId, foreign: 'nothing' },
  export: { input: schoolId, foreign: 'nothing' },
  info: { input: userId },
  add: { input: ids => ({ ...form, ...schoolId(ids) }) },
  modify: { input: ids => ({ ...form, ...userId(ids) }) },
  enrol: { input: ids => ({ ...userId(ids), kind: 'finish' }) },
  // The tag was a change.
  note: { input: ids => ({ ...userId(ids), version: 2, note: '周末训练' }) },
  tag: { input: ids => ({ ...userId(ids), version: 2, tags: ['周末'] }) },
  tags: { input: schoolId, foreign: 'nothing' },
  coaches: { input: schoolId, foreign: 'nothing' },
  reveal: { input: ids => ({ ...userId(ids), reason: '核对证件' }) },
  import: { input: ids => ({ ...schoolId(ids), students: [form], mode: 'all' }) },
  gearTypes: noInput,
})
