import { enrolment, enrolmentBulk } from '@drivesim/contract/people/enrolment/enrolment'
import type { ApplicantRow } from '@drivesim/contract/people/enrolment/enrolmentShapes'
import { App } from 'antd'
import { useChange } from '../../../api/query.ts'
import { ConsentField } from '../../../parts/ConsentCheck.tsx'
import { selectionOf, useBulk } from '../../../parts/useBulk.ts'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { ReasonForm } from '../../../ui/form/ReasonForm.tsx'
import { number } from '../../../ui/format.ts'
import type { SelectedRows } from '../../../ui/list/types.ts'
import { applicantReads } from './reads.ts'

/** Names the act, and how many. */
export const acceptVerb = (many: string) => `确认 ${many} 个报名`
/** What follows from it. */
export const acceptConsequence =
  '他们将成为所报驾校的学员；本驾校已有姓名和手机号相同的学员时，只加一次报名，不会重复建立。已经处理过的会列为失败。'

interface Props {
  applicant: ApplicantRow
  onClosed: () => void
}

/** 确认报名 where there is a notice: what they agreed to in the school's app, or what is entered here. */
export function AcceptForm({ applicant: { id, name, schoolName, noticeVersion }, onClosed }: Props) {
  const { message } = App.useApp()
  const confirm = useChange(enrolment.confirm, { invalidates: applicantReads, quiet: true })
  return (
    <DrawerForm
      title={`确认“${name}”的报名`}
      submitText="确认报名"
      schema={enrolment.confirm.input}
      initial={{ id, accept: true }}
      loading={confirm.isPending}
      submitError={confirm.error}
      onSubmit={async values => {
        await confirm.mutateAsync(values)
        message.success(`“${name}”已成为学员`)
      }}
      onClosed={onClosed}
    >
      <p>
        “{name}”将成为 {schoolName} 的学员；
        {noticeVersion === null
          ? '报名时没有在驾校的应用里同意告知书。'
          : `报名时已在驾校的应用里同意第 ${noticeVersion} 版告知书，不必再勾选。`}
      </p>
      <ConsentField who="学员" optional={noticeVersion !== null} />
    </DrawerForm>
  )
}

interface ManyProps {
  selected: SelectedRows<ApplicantRow>
  onStarted: () => void
  onClosed: () => void
}

/** The same, many at once: a job. */
export function AcceptMany({ selected, onStarted, onClosed }: ManyProps) {
  const { start, isPending, error } = useBulk(applicantReads, { quiet: true })
  return (
    <DrawerForm
      title={acceptVerb(number(selected.count))}
      submitText={acceptVerb(number(selected.count))}
      schema={enrolmentBulk.confirm.input}
      initial={{}}
      loading={isPending}
      submitError={error}
      onSubmit={async input => {
        const selection = selectionOf(selected, ({ id }) => id)
        await start({ kind: enrolmentBulk.confirm, selection, input, verb: acceptVerb })
        onStarted()
      }}
      onClosed={onClosed}
    >
      <p>{acceptConsequence}</p>
      <p>报名时已在驾校的应用里同意告知书的，不必再勾选。</p>
      <ConsentField who="所选学员" optional />
    </DrawerForm>
  )
}

/** 拒绝报名, for a reason. */
export function RefuseForm({ applicant: { id, name }, onClosed }: Props) {
  return (
    <ReasonForm
      endpoint={enrolment.confirm}
      of={{ id, accept: false }}
      reads={applicantReads}
      title={`拒绝“${name}”的报名`}
      verb="拒绝报名"
      consequence="拒绝后不能撤销；原因保留在列表里。"
      onClosed={onClosed}
    />
  )
}

/** 取消报名: the applicant does not want any more. */
export function CancelForm({ applicant: { id, name }, onClosed }: Props) {
  return (
    <ReasonForm
      endpoint={enrolment.cancel}
      of={{ id }}
      reads={applicantReads}
      title={`取消“${name}”的报名`}
      verb="取消报名"
      consequence="原因可以不填；取消后不能撤销，本人可以重新报名。"
      optional
      onClosed={onClosed}
    />
  )
}
