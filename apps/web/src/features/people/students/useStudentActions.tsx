import { enrolmentMachine, type StudentRow } from '@drivesim/contract/people/students/studentShapes'
import { students } from '@drivesim/contract/people/students/students'
import { organisations } from '@drivesim/contract/schools/organisations/organisations'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { query, useChange } from '../../../api/query.ts'
import { Reveal } from '../../../parts/Reveal.tsx'
import { useCounter } from '../../../parts/useCounter.tsx'
import { useTill } from '../../../parts/useTill.tsx'
import { useCan } from '../../../ui/Can.tsx'
import { useConfirm } from '../../../ui/form/useConfirm.ts'
import { actionOf } from '../../../ui/list/actionOf.ts'
import type { RowAction } from '../../../ui/list/types.ts'
import { nothingToChoose } from '../../../ui/options.ts'
import { AddLicence, Transfer } from './EnrolForms.tsx'
import { studentReads } from './reads.ts'
import { AddStudent, EditStudent } from './StudentForm.tsx'
import { EditTags } from './TagsForm.tsx'

type Dialog =
  | { kind: 'new'; schoolId: number | undefined }
  | { kind: 'edit' | 'tags' | 'add' | 'transfer' | 'reveal'; student: StudentRow }

interface StudentActions {
  /** Whether there are any for this person: else their lists have no column of them. */
  any: boolean
  /** What this person may do to the student; closed ones carry their reason. */
  of: (student: StudentRow) => RowAction[]
  add: () => void
  /** 办理 for whoever comes; undefined for who may not. */
  serve: ReturnType<typeof useCounter>['serve']
  dialogs: ReactNode
}

const consequences = {
  finish: '这次报名记为结业，训练和成绩保留；之后可以增驾。',
  leave: '这次报名记为退学，训练和成绩保留；要再来学，用“增驾”重新报名，驾照类型可以不变。',
} as const

/** The actions on students, the same in the list and on the detail page. @param schoolId where new ones are added, if not asked for */
export function useStudentActions(schoolId?: number): StudentActions {
  const [dialog, open] = useState<Dialog | null>(null)
  const mayEdit = useCan('student:edit')
  const mayReveal = useCan('student:reveal')
  const { serve, sheet } = useCounter()
  const till = useTill()
  const confirm = useConfirm()
  const readNewest = useNewest()
  const enrol = useChange(students.enrol, { invalidates: studentReads })

  const organs = useQuery({ ...query(organisations.list, {}), enabled: mayEdit })

  /** 转校 needs another school. Its form also asks whether the person manages the platform, which the same answer says. */
  const whyNoTransfer = ({ schoolId }: StudentRow) => {
    const isOther = ({ type, organizationId }: { type: string; organizationId: number }) =>
      type === 'school' && organizationId !== schoolId
    if (organs.data?.some(isOther)) return null
    return nothingToChoose(organs, '您没有管理其他驾校，转校请联系平台管理员')
  }
  const edit = async ({ userId }: StudentRow, kind: 'edit' | 'tags') => {
    const student = await readNewest(userId)
    if (student !== undefined) open({ kind, student })
  }
  const transfer = (student: StudentRow): RowAction => {
    const { label, reason } = actionOf(enrolmentMachine, 'transfer', student.state)
    return {
      label,
      reason: reason ?? whyNoTransfer(student),
      onAct: () => open({ kind: 'transfer', student }),
    }
  }
  const end = (student: StudentRow, kind: keyof typeof consequences): RowAction => {
    const { label, reason } = actionOf(enrolmentMachine, kind, student.state)
    return {
      label,
      reason,
      onAct: () =>
        confirm({
          title: `${label}“${student.userName}”？`,
          consequence: consequences[kind],
          verb: label,
          danger: kind === 'leave',
          run: () => enrol.mutateAsync({ userId: student.userId, kind }),
        }),
    }
  }
  const of = (student: StudentRow): RowAction[] => [
    ...(serve ? [{ label: '办理', onAct: () => serve(student.userId) }] : []),
    ...till.of(student.userId),
    ...(mayEdit ? [{ label: '编辑', onAct: () => void edit(student, 'edit') }] : []),
    ...(mayReveal ? [{ label: '查看证件', onAct: () => open({ kind: 'reveal', student }) }] : []),
    ...(mayEdit
      ? [
          { label: '修改标签', onAct: () => void edit(student, 'tags') },
          {
            ...actionOf(enrolmentMachine, 'add', student.state),
            onAct: () => open({ kind: 'add', student }),
          },
          transfer(student),
          end(student, 'finish'),
          end(student, 'leave'),
        ]
      : []),
  ]
  const close = () => open(null)
  const dialogs = (
    <>
      {dialog && <Dialogs dialog={dialog} onServe={serve} onClosed={close} />}
      {sheet}
      {till.forms}
    </>
  )
  const any = mayEdit || mayReveal || till.sells || serve !== undefined
  return { any, of, add: () => open({ kind: 'new', schoolId }), serve, dialogs }
}

/** Reads a student anew: a form must start from the newest version. */
function useNewest() {
  const client = useQueryClient()
  return async (userId: number) =>
    (await client.fetchQuery({ ...query(students.info, { userId }), staleTime: 0 })).base
}

interface DialogsProps {
  dialog: Dialog
  onServe: StudentActions['serve']
  onClosed: () => void
}

function Dialogs({ dialog, onServe, onClosed }: DialogsProps) {
  switch (dialog.kind) {
    case 'new':
      return <AddStudent schoolId={dialog.schoolId} onServe={onServe} onClosed={onClosed} />
    case 'edit':
      return <EditStudent student={dialog.student} onClosed={onClosed} />
    case 'tags':
      return <EditTags student={dialog.student} onClosed={onClosed} />
    case 'add':
      return <AddLicence student={dialog.student} onClosed={onClosed} />
    case 'transfer':
      return <Transfer student={dialog.student} onClosed={onClosed} />
    case 'reveal':
      return (
        <Reveal
          what="证件"
          name={dialog.student.userName}
          endpoint={students.reveal}
          of={{ userId: dialog.student.userId }}
          words={{ userPhone: '手机号', idNumber: '身份证号' }}
          onClosed={onClosed}
        />
      )
  }
}
