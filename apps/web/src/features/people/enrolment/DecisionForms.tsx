import { enrolment } from '@drivesim/contract/people/enrolment/enrolment'
import type { ApplicantRow } from '@drivesim/contract/people/enrolment/enrolmentShapes'
import { App } from 'antd'
import { useChange } from '../../../api/query.ts'
import { ConsentField } from '../../../parts/ConsentCheck.tsx'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { ReasonForm } from '../../../ui/form/ReasonForm.tsx'
import { applicantReads } from './reads.ts'

interface Props {
  applicant: ApplicantRow
  onClosed: () => void
}

/** 确认报名 where nobody becomes a student without consent: what they agreed to in the school's app, or what is entered here. */
export function AcceptForm({ applicant: { id, name, schoolName }, onClosed }: Props) {
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
        “{name}”将成为 {schoolName} 的学员。报名时在驾校的应用里已经同意的，不必再勾选。
      </p>
      <ConsentField who="学员" />
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
