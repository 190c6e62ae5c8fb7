import { enrolment } from '@drivesim/contract/people/enrolment/enrolment'
import type { ApplicantRow } from '@drivesim/contract/people/enrolment/enrolmentShapes'
import { ReasonForm } from '../../../ui/form/ReasonForm.tsx'
import { applicantReads } from './reads.ts'

interface Props {
  applicant: ApplicantRow
  onClosed: () => void
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
