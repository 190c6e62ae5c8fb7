import { enrolment } from '@drivesim/contract/people/enrolment/enrolment'
import type { CoachRow } from '@drivesim/contract/people/enrolment/enrolmentShapes'
import { type ReactNode, useState } from 'react'
import { useChange } from '../../../api/query.ts'
import { Reveal } from '../../../parts/Reveal.tsx'
import { useCan } from '../../../ui/Can.tsx'
import { useConfirm } from '../../../ui/form/useConfirm.ts'
import type { RowAction } from '../../../ui/list/types.ts'
import { AddCoach, EditCoach } from './CoachForm.tsx'
import { coachReads } from './reads.ts'

interface CoachActions {
  /** Missing for who may do nothing. */
  of: ((coach: CoachRow) => RowAction[]) | undefined
  add: () => void
  dialogs: ReactNode
}

/** The actions on coaches; a new one is of this school, where there is one. */
export function useCoachActions(schoolId: number | undefined): CoachActions {
  const [dialog, open] = useState<'add' | { kind: 'edit' | 'reveal'; coach: CoachRow } | null>(null)
  const confirm = useConfirm()
  const mayEdit = useCan('enroll:edit')
  const mayReveal = useCan('student:reveal')
  const update = useChange(enrolment.modifyCoach, { invalidates: coachReads })
  const remove = useChange(enrolment.removeCoach, { invalidates: coachReads })

  const toggle = (coach: CoachRow) => {
    const leaving = coach.state === 'employed'
    const verb = leaving ? '设为离职' : '设为在职'
    confirm({
      title: `把教练“${coach.name}”${verb}？`,
      consequence: leaving
        ? '离职后不能再绑定到招生配置；已有的报名和绑定保留。'
        : '在职后可以重新绑定到招生配置。',
      verb,
      danger: leaving,
      run: () =>
        update.mutateAsync(
          enrolment.modifyCoach.input.parse({
            ...coach,
            phone: undefined,
            state: leaving ? 'left' : 'employed',
          }),
        ),
    })
  }
  const reveal = (coach: CoachRow): RowAction[] =>
    mayReveal ? [{ label: '查看手机号', onAct: () => open({ kind: 'reveal', coach }) }] : []
  const edit = (coach: CoachRow): RowAction[] => [
    { label: '编辑', onAct: () => open({ kind: 'edit', coach }) },
    {
      label: coach.state === 'employed' ? '离职' : '在职',
      onAct: () => toggle(coach),
    },
    {
      label: '删除',
      removes: true,
      onAct: () =>
        confirm({
          title: `删除教练“${coach.name}”？`,
          consequence: '删除后不能恢复；有招生配置或报名在用的教练不能删除，请改为离职。',
          verb: '删除教练',
          danger: true,
          run: () => remove.mutateAsync({ id: coach.id }),
        }),
    },
  ]
  const close = () => open(null)
  const dialogs =
    dialog === null ? null : dialog === 'add' ? (
      <AddCoach schoolId={schoolId} onClosed={close} />
    ) : dialog.kind === 'edit' ? (
      <EditCoach coach={dialog.coach} onClosed={close} />
    ) : (
      <Reveal
        what="手机号"
        name={dialog.coach.name}
        endpoint={enrolment.revealCoach}
        of={{ id: dialog.coach.id }}
        words={{ phone: '手机号' }}
        onClosed={close}
      />
    )
  const of = (coach: CoachRow) => [...(mayEdit ? edit(coach) : []), ...reveal(coach)]
  return { of: mayEdit || mayReveal ? of : undefined, add: () => open('add'), dialogs }
}
