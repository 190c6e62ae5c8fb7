import { z } from 'zod'
import { bulkKind } from '../../bulk.ts'
import { id } from '../../fields.ts'
import { choice, label } from '../../labels.ts'
import { coachId, enrolmentMachine, studentTag } from './studentShapes.ts'
import { students } from './students.ts'

const codes = students.modify.access
const list = { codes: [], filter: students.export.input.strict() }
const tagActs = { add: '添加', remove: '移除' } as const

/** What may be done to many students at once. */
export const studentBulk = {
  tag: bulkKind({
    kind: 'student.tag',
    codes,
    list,
    input: z.object({ act: label('操作', choice(tagActs)), tag: studentTag }),
    label: ({ act }) => `${tagActs[act]}标签`,
  }),
  coach: bulkKind({
    kind: 'student.coach',
    codes,
    list,
    input: z.object({ coachId: coachId.nullable() }),
    label: () => '设置教练',
  }),
  /** As one is: with the balance, unless its school has cash of theirs. */
  transfer: bulkKind({
    kind: 'student.transfer',
    codes,
    list,
    input: z.object({ schoolId: label('转到驾校', id) }),
    label: () => enrolmentMachine.actions.transfer.label,
  }),
}
