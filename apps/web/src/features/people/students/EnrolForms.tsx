import { orderErrors } from '@drivesim/contract/money/orders/orderErrors'
import { enrolmentStates, type StudentRow } from '@drivesim/contract/people/students/studentShapes'
import { students } from '@drivesim/contract/people/students/students'
import { Select } from 'antd'
import { useManagesPlatform } from '../../../api/managesPlatform.ts'
import { useChange } from '../../../api/query.ts'
import { gearName, gearOptions } from '../../../parts/gearTypes.ts'
import { SchoolPicker } from '../../../parts/SchoolPicker.tsx'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { useQuestion } from '../../../ui/form/useQuestion.ts'
import { studentReads } from './reads.ts'

interface Props {
  student: StudentRow
  onClosed: () => void
}

/** 增驾: the same school, another licence type. */
export function AddLicence({ student, onClosed }: Props) {
  const enrol = useChange(students.enrol, { invalidates: studentReads, quiet: true })
  return (
    <DrawerForm
      title={`增驾 ${student.userName}`}
      submitText="增驾"
      schema={students.enrol.input}
      initial={{ userId: student.userId, kind: 'add' }}
      loading={enrol.isPending}
      submitError={enrol.error}
      onSubmit={values => enrol.mutateAsync(values)}
      onClosed={onClosed}
    >
      <p>{whatEnds(student)}以往的训练和成绩保留。</p>
      <Field name="gearType" label="增驾的驾照类型" required>
        <Select options={gearOptions} placeholder="请选择驾照类型" />
      </Field>
    </DrawerForm>
  )
}

/** Only an enrolment that goes on is ended by another. */
function whatEnds({ state, schoolName, gearType }: StudentRow): string {
  const enrolment = `${schoolName} · ${gearName(gearType)}`
  if (state === 'studying') return `现在报名 ${enrolment}。增驾后这次报名记为结业，`
  return `上次报名 ${enrolment}，${enrolmentStates[state]}。增驾后开始新的报名，上次的状态不变，`
}

/** 转校 to another school of the operator's scope. */
export function Transfer({ student, onClosed }: Props) {
  const enrol = useChange(students.enrol, { invalidates: studentReads, quiet: true })
  const ofPlatform = useManagesPlatform()
  const ask = useQuestion()
  const unspent = {
    asks: orderErrors.offlineBalanceLeft,
    title: `确认“${student.userName}”带着余额转校？`,
    consequence: `余额随学员转走，这部分现金仍记在${student.schoolName}代收名下。`,
    verb: '确认转校',
  }
  return (
    <DrawerForm
      title={`转校 ${student.userName}`}
      submitText="转校"
      schema={students.enrol.input}
      initial={{ userId: student.userId, kind: 'transfer', gearType: student.gearType }}
      loading={enrol.isPending}
      submitError={enrol.error}
      onSubmit={values => {
        const move = (confirmOffline: boolean) => enrol.mutateAsync({ ...values, confirmOffline })
        // To a school the refusal is no question: only the platform's word counts.
        return ofPlatform ? ask(unspent, move) : move(false)
      }}
      onClosed={onClosed}
    >
      <p>
        现在就读于 {student.schoolName}
        。转校后由新驾校管理，原驾校不再看到这名学员；以往的训练仍记在原驾校名下，标签、教练和备注不带走。
      </p>
      <Field name="schoolId" required>
        <SchoolPicker except={student.schoolId} />
      </Field>
      <Field name="gearType">
        <Select options={gearOptions} />
      </Field>
    </DrawerForm>
  )
}
