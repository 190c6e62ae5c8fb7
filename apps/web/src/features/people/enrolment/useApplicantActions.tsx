import { enrolment } from '@drivesim/contract/people/enrolment/enrolment'
import { type ApplicantRow, applicationMachine } from '@drivesim/contract/people/enrolment/enrolmentShapes'
import { App } from 'antd'
import { type ReactNode, useState } from 'react'
import { useChange } from '../../../api/query.ts'
import { useAsksConsent } from '../../../parts/ConsentCheck.tsx'
import { gearName } from '../../../parts/gearTypes.ts'
import { Reveal } from '../../../parts/Reveal.tsx'
import { useCan } from '../../../ui/Can.tsx'
import { useConfirm } from '../../../ui/form/useConfirm.ts'
import type { RowAction } from '../../../ui/list/types.ts'
import { AcceptForm, CancelForm, RefuseForm } from './DecisionForms.tsx'
import { applicantReads } from './reads.ts'

interface ApplicantActions {
  /** Missing for who may do nothing. */
  of: ((applicant: ApplicantRow) => RowAction[]) | undefined
  dialogs: ReactNode
}

interface Dialog {
  readonly act: 'accept' | 'refuse' | 'cancel' | 'reveal'
  readonly applicant: ApplicantRow
}

/** What may be done to an application, by the contract's table. */
export function useApplicantActions(): ApplicantActions {
  const [dialog, open] = useState<Dialog | null>(null)
  const { message } = App.useApp()
  const ask = useConfirm()
  const mayEdit = useCan('enroll:edit')
  const mayReveal = useCan('student:reveal')
  const asksConsent = useAsksConsent()
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
  const reveal = (applicant: ApplicantRow): RowAction[] =>
    mayReveal ? [{ label: '查看手机号', onAct: () => open({ act: 'reveal', applicant }) }] : []
  // What is decided stays so: nothing is offered there, rather than three acts that say why not.
  const decide = (applicant: ApplicantRow): RowAction[] => {
    const acts = {
      confirm: () => (asksConsent ? open({ act: 'accept', applicant }) : accept(applicant)),
      refuse: () => open({ act: 'refuse', applicant }),
      cancel: () => open({ act: 'cancel', applicant }),
    }
    return (['confirm', 'refuse', 'cancel'] as const)
      .filter(name => applicationMachine.may(name, applicant.state))
      .map(name => ({ label: applicationMachine.actions[name].label, onAct: acts[name] }))
  }
  const close = () => open(null)
  const dialogs = dialog === null ? null : <Dialogs {...dialog} onClosed={close} />
  const of = (applicant: ApplicantRow) => [...(mayEdit ? decide(applicant) : []), ...reveal(applicant)]
  return { of: mayEdit || mayReveal ? of : undefined, dialogs }
}

function Dialogs({ act, applicant, onClosed }: Dialog & { onClosed: () => void }) {
  switch (act) {
    case 'accept':
      return <AcceptForm applicant={applicant} onClosed={onClosed} />
    case 'refuse':
      return <RefuseForm applicant={applicant} onClosed={onClosed} />
    case 'cancel':
      return <CancelForm applicant={applicant} onClosed={onClosed} />
    case 'reveal':
      return (
        <Reveal
          what="手机号"
          name={applicant.name}
          endpoint={enrolment.revealApplicant}
          of={{ id: applicant.id }}
          words={{ phone: '手机号' }}
          onClosed={onClosed}
        />
      )
  }
}
