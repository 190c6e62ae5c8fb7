import { enrolment } from '@drivesim/contract/enrolment'
import { type ApplicantRow, applicationMachine } from '@drivesim/contract/enrolmentShapes'
import { App } from 'antd'
import { type ReactNode, useState } from 'react'
import { useChange } from '../../api/query.ts'
import { gearName } from '../../parts/gearTypes.ts'
import { useCan } from '../../ui/Can.tsx'
import { useConfirm } from '../../ui/form/useConfirm.ts'
import type { RowAction } from '../../ui/list/types.ts'
import { CancelForm, RefuseForm } from './DecisionForms.tsx'
import { applicantReads } from './reads.ts'

interface ApplicantActions {
  /** Missing for who may not edit. */
  of: ((applicant: ApplicantRow) => RowAction[]) | undefined
  dialogs: ReactNode
}

/** What may be done to an application, by the contract's table. */
export function useApplicantActions(): ApplicantActions {
  const [dialog, open] = useState<{ act: 'refuse' | 'cancel'; applicant: ApplicantRow } | null>(null)
  const { message } = App.useApp()
  const ask = useConfirm()
  const mayEdit = useCan('enroll:edit')
  const confirm = useChange(enrolment.confirm, { invalidates: applicantReads })

  const accept = ({ id, name, schoolName, gearType }: ApplicantRow) =>
    ask({
      title: `确认“${name}”的报名？`,
      consequence: `“${name}”将成为 ${schoolName} 的学员，登记 ${gearName(gearType)}；本驾校已有姓名和手机号相同的学员时，只加一次报名，不会重复建立。`,
      verb: '确认报名',
      run: async () => {
        await confirm.mutateAsync({ id, accept: true })
        message.success(`“${name}”已成为学员`)
      },
    })
  const of = (applicant: ApplicantRow): RowAction[] => {
    const action = (
      name: keyof typeof applicationMachine.actions,
      onAct: () => void,
      danger = false,
    ): RowAction => ({
      label: applicationMachine.actions[name].label,
      reason: applicationMachine.reason(name, applicant.state),
      danger,
      onAct,
    })
    return [
      action('confirm', () => accept(applicant)),
      action('refuse', () => open({ act: 'refuse', applicant }), true),
      action('cancel', () => open({ act: 'cancel', applicant }), true),
    ]
  }
  const close = () => open(null)
  const dialogs =
    dialog === null ? null : dialog.act === 'refuse' ? (
      <RefuseForm applicant={dialog.applicant} onClosed={close} />
    ) : (
      <CancelForm applicant={dialog.applicant} onClosed={close} />
    )
  return { of: mayEdit ? of : undefined, dialogs }
}
