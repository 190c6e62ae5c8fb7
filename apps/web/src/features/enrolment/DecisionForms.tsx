import { enrolment } from '@drivesim/contract/enrolment'
import type { ApplicantRow } from '@drivesim/contract/enrolmentShapes'
import { Input } from 'antd'
import { useChange } from '../../api/query.ts'
import { DrawerForm } from '../../ui/form/DrawerForm.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { applicantReads } from './reads.ts'

interface Props {
  applicant: ApplicantRow
  onClosed: () => void
}

/** 拒绝报名, for a reason. */
export function RefuseForm({ applicant: { id, name }, onClosed }: Props) {
  const refuse = useChange(enrolment.confirm, { invalidates: applicantReads, quiet: true })
  return (
    <DrawerForm
      title={`拒绝“${name}”的报名`}
      submitText="拒绝报名"
      schema={enrolment.confirm.input}
      initial={{ id, accept: false }}
      loading={refuse.isPending}
      submitError={refuse.error}
      onSubmit={values => refuse.mutateAsync(values)}
      onClosed={onClosed}
    >
      <Field name="reason" label="拒绝的原因" required help="拒绝后不能撤销；原因保留在列表里">
        <Input.TextArea rows={3} maxLength={200} />
      </Field>
    </DrawerForm>
  )
}

/** 取消报名: the applicant does not want any more. */
export function CancelForm({ applicant: { id, name }, onClosed }: Props) {
  const cancel = useChange(enrolment.cancel, { invalidates: applicantReads, quiet: true })
  return (
    <DrawerForm
      title={`取消“${name}”的报名`}
      submitText="取消报名"
      schema={enrolment.cancel.input}
      initial={{ id }}
      loading={cancel.isPending}
      submitError={cancel.error}
      onSubmit={values => cancel.mutateAsync(values)}
      onClosed={onClosed}
    >
      <Field name="reason" label="取消的原因" help="可以不填；取消后不能撤销，本人可以重新报名">
        <Input.TextArea rows={3} maxLength={200} />
      </Field>
    </DrawerForm>
  )
}
