import type { OrganisationRow } from '@drivesim/contract/schools/organisations/organisationShapes'
import { organisations } from '@drivesim/contract/schools/organisations/organisations'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { useManagesPlatform } from '../../../api/managesPlatform.ts'
import { query, useChange } from '../../../api/query.ts'
import { useCan } from '../../../ui/Can.tsx'
import { useConfirm } from '../../../ui/form/useConfirm.ts'
import type { RowAction } from '../../../ui/list/types.ts'
import { useUndo } from '../../../ui/useUndo.tsx'
import { BelowDrawer } from './BelowDrawer.tsx'
import { AddSchool, AddServicePoint, EditOrganisation } from './OrganisationForm.tsx'
import { organisationReads } from './reads.ts'
import { disableConsequence, disableObstacle, takenIn } from './uses.ts'

type Dialog =
  | { kind: 'addSchool' }
  | { kind: 'addPoint'; school: OrganisationRow }
  | { kind: 'edit'; row: OrganisationRow }
  | { kind: 'below'; organizationId: number; name: string }

interface OrganisationActions {
  /** Of a school. */
  ofSchool: (row: OrganisationRow) => RowAction[]
  /** Of a school on its own page. */
  ofHead: (row: OrganisationRow) => RowAction[]
  /** Of a service point. */
  ofPoint: (row: OrganisationRow) => RowAction[]
  open: (dialog: Dialog) => void
  dialogs: ReactNode
}

/** Pages that show one school's part of 招生 and 运营, by their address. */
const pagesOfSchool = [
  ['招生配置', '/enroll/enroll_config?schoolId='],
  ['招生学员', '/enroll/enroll_student?schoolId='],
  ['教练管理', '/enroll/coach?schoolId='],
  ['设备绑定', '/enroll/simulator?schoolId='],
] as const

/** The actions on schools and service points. */
export function useOrganisationActions(): OrganisationActions {
  const [dialog, open] = useState<Dialog | null>(null)
  const navigate = useNavigate()
  const client = useQueryClient()
  const confirm = useConfirm()
  const offerUndo = useUndo()
  const mayEdit = useCan('organ:edit')
  const managesPlatform = useManagesPlatform()
  const setEnabled = useChange(organisations.setEnabled, { invalidates: organisationReads })

  const edit = async ({ organizationId }: OrganisationRow) => {
    const row = await client.fetchQuery({ ...query(organisations.info, { organizationId }), staleTime: 0 })
    open({ kind: 'edit', row })
  }
  const toggle = async ({ organizationId, name, type, state }: OrganisationRow) => {
    const what = type === 'servicePoint' ? '服务点' : '驾校'
    const enabled = state === 'disabled'
    const verb = enabled ? `启用${what}` : `停用${what}`
    const uses = enabled
      ? []
      : await client.fetchQuery({ ...query(organisations.usage, { organizationId }), staleTime: 0 })
    confirm({
      title: `${verb}“${name}”？`,
      consequence: enabled ? `启用后可以重新在这里新增${takenIn[what]}。` : disableConsequence(what, uses),
      verb,
      danger: !enabled,
      reason: enabled ? null : disableObstacle(name, uses),
      run: async () => {
        await setEnabled.mutateAsync({ organizationId, enabled })
        const undo = () => setEnabled.mutateAsync({ organizationId, enabled: !enabled })
        offerUndo({ done: `已${verb}“${name}”`, undo })
      },
    })
  }
  const below = ({ organizationId, name }: OrganisationRow): RowAction => ({
    label: '下属结构',
    onAct: () => open({ kind: 'below', organizationId, name }),
  })
  const changes = (row: OrganisationRow): RowAction[] => {
    if (!mayEdit) return []
    const change = { label: '编辑', onAct: () => void edit(row) }
    // A school does not take itself out of use.
    if (row.type === 'school' && managesPlatform !== true) return [change]
    return [change, { label: row.state === 'enabled' ? '停用' : '启用', onAct: () => void toggle(row) }]
  }
  const page = (label: string, path: string): RowAction => ({ label, onAct: () => void navigate(path) })

  const ofSchool = (row: OrganisationRow): RowAction[] => {
    const { organizationId } = row
    return [
      below(row),
      ...changes(row),
      page('服务点管理', `/institution/seviceManagement?organizationId=${organizationId}`),
      page('教室管理', `/institution/classroomManagement?organizationId=${organizationId}`),
      ...pagesOfSchool.map(([label, path]) => page(label, `${path}${organizationId}`)),
    ]
  }
  const close = () => open(null)
  return {
    ofSchool,
    ofHead: row => [...changes(row), below(row)],
    ofPoint: row => [below(row), ...changes(row)],
    open,
    dialogs: dialog && <Dialogs dialog={dialog} onClosed={close} />,
  }
}

function Dialogs({ dialog, onClosed }: { dialog: Dialog; onClosed: () => void }) {
  switch (dialog.kind) {
    case 'addSchool':
      return <AddSchool onClosed={onClosed} />
    case 'addPoint':
      return <AddServicePoint school={dialog.school} onClosed={onClosed} />
    case 'edit':
      return <EditOrganisation row={dialog.row} onClosed={onClosed} />
    case 'below':
      return <BelowDrawer organizationId={dialog.organizationId} name={dialog.name} onClosed={onClosed} />
  }
}
