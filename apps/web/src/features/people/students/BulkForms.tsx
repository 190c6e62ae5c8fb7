import { studentBulk } from '@drivesim/contract/people/students/studentBulk'
import type { StudentRow } from '@drivesim/contract/people/students/studentShapes'
import { students } from '@drivesim/contract/people/students/students'
import { useQuery } from '@tanstack/react-query'
import { AutoComplete, Button } from 'antd'
import { useManagesPlatform } from '../../../api/managesPlatform.ts'
import { query } from '../../../api/query.ts'
import { SchoolPicker } from '../../../parts/SchoolPicker.tsx'
import { selectionOf, useBulk } from '../../../parts/useBulk.ts'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { number } from '../../../ui/format.ts'
import type { SelectedRows } from '../../../ui/list/types.ts'
import { CoachPicker } from './markPickers.tsx'
import { studentReads } from './reads.ts'

type BulkAct = 'addTag' | 'removeTag' | 'coach' | 'transfer'

export interface BulkDialog {
  readonly act: BulkAct
  readonly selected: SelectedRows<StudentRow>
  readonly onStarted: () => void
}

/** What can be done with the chosen students. */
export function SelectedStudents({
  selected,
  onOpen,
}: {
  selected: SelectedRows<StudentRow>
  onOpen: (act: BulkAct) => void
}) {
  const ofPlatform = useManagesPlatform()
  const bySchool = new Set(selected.rows.map(({ schoolId }) => schoolId))
  return (
    <>
      <Button onClick={() => onOpen('addTag')}>添加标签</Button>
      <Button onClick={() => onOpen('removeTag')}>移除标签</Button>
      <Button disabled={bySchool.size === 0} onClick={() => onOpen('coach')}>
        设置教练
      </Button>
      {ofPlatform === true && <Button onClick={() => onOpen('transfer')}>转校</Button>}
    </>
  )
}

interface FormProps extends BulkDialog {
  /** The school whose list it is, if of one. */
  ofOne: number | undefined
  onClosed: () => void
}

/** What is the same for all chosen students; the job that follows tells the result of each. */
export function BulkForm(props: FormProps) {
  switch (props.act) {
    case 'addTag':
      return <TagForm {...props} act="add" />
    case 'removeTag':
      return <TagForm {...props} act="remove" />
    case 'coach':
      return <CoachForm {...props} />
    case 'transfer':
      return <TransferForm {...props} />
  }
}

const idOf = ({ userId }: StudentRow) => userId

/** The school of all that are chosen, where it is one. */
function schoolOf({
  selected: { rows, filter },
  ofOne,
}: Pick<FormProps, 'selected' | 'ofOne'>): number | undefined {
  if (ofOne !== undefined) return ofOne
  if (filter !== null)
    return typeof filter.schoolId === 'number' ? filter.schoolId : Number(filter.schoolId) || undefined
  const schools = new Set(rows.map(({ schoolId }) => schoolId))
  return schools.size === 1 ? rows[0]?.schoolId : undefined
}

const tagVerbs = {
  add: (many: string) => `给 ${many} 名学员添加标签`,
  remove: (many: string) => `移除 ${many} 名学员的标签`,
} as const

function TagForm({
  act,
  selected,
  ofOne,
  onStarted,
  onClosed,
}: Omit<FormProps, 'act'> & { act: 'add' | 'remove' }) {
  const { start, isPending, error } = useBulk(studentReads, { quiet: true })
  const inUse = useQuery(query(students.tags, { schoolId: schoolOf({ selected, ofOne }) }))
  const verb = tagVerbs[act]
  return (
    <DrawerForm
      title={verb(number(selected.count))}
      submitText={act === 'add' ? '添加标签' : '移除标签'}
      schema={studentBulk.tag.input}
      initial={{ act }}
      loading={isPending}
      submitError={error}
      onSubmit={async input => {
        await start({ kind: studentBulk.tag, selection: selectionOf(selected, idOf), input, verb })
        onStarted()
      }}
      onClosed={onClosed}
    >
      <Field name="tag" help="最多 20 个字">
        <AutoComplete
          placeholder="输入或选择标签"
          options={(inUse.data ?? []).map(({ tag }) => ({ value: tag }))}
          showSearch={{ filterOption: (typed, option) => option?.value.includes(typed) ?? false }}
        />
      </Field>
    </DrawerForm>
  )
}

const coachVerb = (many: string) => `给 ${many} 名学员设置教练`

function CoachForm({ selected, ofOne, onStarted, onClosed }: FormProps) {
  const { start, isPending, error } = useBulk(studentReads, { quiet: true })
  return (
    <DrawerForm
      title={coachVerb(number(selected.count))}
      submitText="设置教练"
      schema={studentBulk.coach.input}
      initial={{ coachId: null }}
      loading={isPending}
      submitError={error}
      onSubmit={async input => {
        const selection = selectionOf(selected, idOf)
        await start({
          kind: studentBulk.coach,
          selection,
          input: { coachId: input.coachId ?? null },
          verb: coachVerb,
        })
        onStarted()
      }}
      onClosed={onClosed}
    >
      <p>不选教练即取消他们现在的教练。其他驾校的学员不会改，会列为失败。</p>
      <Field name="coachId">
        <CoachPicker schoolId={schoolOf({ selected, ofOne })} />
      </Field>
    </DrawerForm>
  )
}

const transferVerb = (many: string) => `转校 ${many} 名学员`

function TransferForm({ selected, onStarted, onClosed }: FormProps) {
  const { start, isPending, error } = useBulk(studentReads, { quiet: true })
  return (
    <DrawerForm
      title={transferVerb(number(selected.count))}
      submitText="转校"
      schema={studentBulk.transfer.input}
      initial={{}}
      loading={isPending}
      submitError={error}
      onSubmit={async input => {
        await start({
          kind: studentBulk.transfer,
          selection: selectionOf(selected, idOf),
          input,
          verb: transferVerb,
        })
        onStarted()
      }}
      onClosed={onClosed}
    >
      <p>
        学习中的报名记为退学，已结业、已退学的不变；余额随学员转走，标签、教练和备注不带走。已在该驾校的、有本校代收现金没有用完的不会转，会列为失败，后者请逐个转校并确认。
      </p>
      <Field name="schoolId">
        <SchoolPicker />
      </Field>
    </DrawerForm>
  )
}
