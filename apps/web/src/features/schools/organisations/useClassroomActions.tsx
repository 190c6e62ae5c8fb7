import type { ClassroomRow } from '@drivesim/contract/schools/organisations/organisationShapes'
import { organisations } from '@drivesim/contract/schools/organisations/organisations'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { query, useChange } from '../../../api/query.ts'
import { useCan } from '../../../ui/Can.tsx'
import { useConfirm } from '../../../ui/form/useConfirm.ts'
import type { RowAction } from '../../../ui/list/types.ts'
import { useUndo } from '../../../ui/useUndo.tsx'
import { AddClassroom, EditClassroom } from './ClassroomForm.tsx'
import { organisationReads } from './reads.ts'
import { disableConsequence, disableObstacle } from './uses.ts'

interface ClassroomActions {
  /** Missing for who may not edit. */
  of: ((room: ClassroomRow) => RowAction[]) | undefined
  add: () => void
  dialogs: ReactNode
}

/** The actions on classrooms of one school. */
export function useClassroomActions(schoolId: number): ClassroomActions {
  const [dialog, open] = useState<'add' | ClassroomRow | null>(null)
  const client = useQueryClient()
  const confirm = useConfirm()
  const offerUndo = useUndo()
  const mayEdit = useCan('organ:edit')
  const setEnabled = useChange(organisations.setClassroomEnabled, { invalidates: organisationReads })

  const toggle = async ({ roomId, roomName, state }: ClassroomRow) => {
    const enabled = state === 'disabled'
    const verb = enabled ? '启用教室' : '停用教室'
    const uses = enabled
      ? []
      : await client.fetchQuery({ ...query(organisations.classroomUsage, { roomId }), staleTime: 0 })
    confirm({
      title: `${verb}“${roomName}”？`,
      consequence: enabled ? '启用后可以重新把设备登记到这里。' : disableConsequence('教室', uses),
      verb,
      danger: !enabled,
      reason: enabled ? null : disableObstacle(roomName, uses),
      run: async () => {
        await setEnabled.mutateAsync({ roomId, enabled })
        const undo = () => setEnabled.mutateAsync({ roomId, enabled: !enabled })
        offerUndo({ done: `已${verb}“${roomName}”`, undo })
      },
    })
  }
  const of = (room: ClassroomRow): RowAction[] => [
    { label: '编辑', onAct: () => open(room) },
    { label: room.state === 'enabled' ? '停用' : '启用', onAct: () => void toggle(room) },
  ]
  const close = () => open(null)
  const dialogs =
    dialog === null ? null : dialog === 'add' ? (
      <AddClassroom schoolId={schoolId} onClosed={close} />
    ) : (
      <EditClassroom room={dialog} onClosed={close} />
    )
  return { of: mayEdit ? of : undefined, add: () => open('add'), dialogs }
}
