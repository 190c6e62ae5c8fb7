import { commonErrors } from '@drivesim/contract/errors'
import { enrolment } from '@drivesim/contract/people/enrolment/enrolment'
import type { EnrolmentConfigRow } from '@drivesim/contract/people/enrolment/enrolmentShapes'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { query, useChange } from '../../../api/query.ts'
import { useCan } from '../../../ui/Can.tsx'
import { useConfirm } from '../../../ui/form/useConfirm.ts'
import { number } from '../../../ui/format.ts'
import type { RowAction } from '../../../ui/list/types.ts'
import { type Bindable, BindForm } from './BindForm.tsx'
import { ConfigDrawer } from './ConfigDrawer.tsx'
import { AddConfig, EditConfig } from './ConfigForm.tsx'
import { configReads } from './reads.ts'

type Dialog =
  | { kind: 'add' }
  | { kind: 'edit'; config: EnrolmentConfigRow }
  | ({ kind: 'bind' | 'show' } & Bindable)

interface ConfigActions {
  /** Missing for who may not edit. */
  of: ((config: EnrolmentConfigRow) => RowAction[]) | undefined
  add: () => void
  show: (config: EnrolmentConfigRow) => void
  dialogs: ReactNode
}

/** The actions on 招生配置; a new one is of this school, where there is one. */
export function useConfigActions(schoolId: number | undefined): ConfigActions {
  const [dialog, open] = useState<Dialog | null>(null)
  const client = useQueryClient()
  const confirm = useConfirm()
  const mayEdit = useCan('enroll:edit')
  const update = useChange(enrolment.modifyConfig, { invalidates: configReads })
  const remove = useChange(enrolment.removeConfig, { invalidates: configReads })

  const openBindable = async (kind: 'bind' | 'show', config: EnrolmentConfigRow) => {
    const school = { schoolId: config.schoolId }
    const [coaches, simulators] = await Promise.all([
      client.fetchQuery({ ...query(enrolment.coachesForAll, school), staleTime: 0 }),
      client.fetchQuery({ ...query(enrolment.simulatorsForAll, school), staleTime: 0 }),
    ])
    open({ kind, config, coaches, simulators })
  }
  const toggle = (config: EnrolmentConfigRow) => {
    const enabling = config.state === 'disabled'
    const verb = enabling ? '启用招生配置' : '停用招生配置'
    confirm({
      title: `${verb}“${config.title}”？`,
      consequence: enabling
        ? '启用后，有效期内可以重新报名。'
        : `停用后不能再报名；已有的 ${number(config.applicants)} 个报名保留，仍可处理。`,
      verb,
      danger: !enabling,
      run: () =>
        update.mutateAsync(
          enrolment.modifyConfig.input.parse({ ...config, state: enabling ? 'enabled' : 'disabled' }),
        ),
    })
  }
  const drop = ({ id, title, applicants }: EnrolmentConfigRow): RowAction => ({
    label: '删除',
    removes: true,
    reason:
      applicants > 0 ? commonErrors.stillUsed.sentence('招生配置', ` ${number(applicants)} 个报名`) : null,
    onAct: () =>
      confirm({
        title: `删除招生配置“${title}”？`,
        consequence: '教练和设备的绑定一起删除，不能恢复。',
        verb: '删除招生配置',
        danger: true,
        run: () => remove.mutateAsync({ id }),
      }),
  })
  const of = (config: EnrolmentConfigRow): RowAction[] => [
    { label: '编辑', onAct: () => open({ kind: 'edit', config }) },
    { label: '绑定', onAct: () => void openBindable('bind', config) },
    {
      label: config.state === 'enabled' ? '停用' : '启用',
      onAct: () => toggle(config),
    },
    drop(config),
  ]
  const close = () => open(null)
  return {
    of: mayEdit ? of : undefined,
    add: () => open({ kind: 'add' }),
    show: config => void openBindable('show', config),
    dialogs: dialog && <Dialogs dialog={dialog} schoolId={schoolId} onClosed={close} />,
  }
}

interface DialogsProps {
  dialog: Dialog
  schoolId: number | undefined
  onClosed: () => void
}

function Dialogs({ dialog, schoolId, onClosed }: DialogsProps) {
  switch (dialog.kind) {
    case 'add':
      return <AddConfig schoolId={schoolId} onClosed={onClosed} />
    case 'edit':
      return <EditConfig config={dialog.config} onClosed={onClosed} />
    case 'bind':
      return <BindForm {...dialog} onClosed={onClosed} />
    case 'show':
      return <ConfigDrawer {...dialog} onClosed={onClosed} />
  }
}
