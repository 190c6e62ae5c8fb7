import { type SimulatorRow, simulatorMachine } from '@drivesim/contract/devices/devices/deviceShapes'
import { devices } from '@drivesim/contract/devices/devices/devices'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { query, useChange } from '../../../api/query.ts'
import { useReporting } from '../../../parts/useReporting.tsx'
import { useCan } from '../../../ui/Can.tsx'
import { useConfirm } from '../../../ui/form/useConfirm.ts'
import type { RowAction } from '../../../ui/list/types.ts'
import { type DeviceDialog, DeviceDialogs } from './DeviceDialogs.tsx'
import { useDeviceSwitch } from './useDeviceSwitch.ts'

interface DeviceActions {
  /** What this person may do to the simulator; closed ones carry their reason. */
  of: (row: SimulatorRow) => RowAction[]
  open: (dialog: DeviceDialog) => void
  /** 报修 of one; undefined for who may not report. */
  report: ReturnType<typeof useReporting>['report']
  /** Put this on the page: the dialogs that the actions open. */
  dialogs: ReactNode
}

/** The actions on simulators, the same in the list and on the detail page. */
export function useDeviceActions(): DeviceActions {
  const [dialog, open] = useState<DeviceDialog | null>(null)
  const mayEdit = useCan('device:edit')
  const mayPrint = useCan('device:simulator')
  const { report, form } = useReporting()
  const confirm = useConfirm()
  const client = useQueryClient()
  const toggle = useDeviceSwitch()
  const renewKey = useChange(devices.renewKey)

  const edit = async (row: SimulatorRow) => {
    // Read it fresh: the form must start from the newest version.
    const detail = await client.fetchQuery({
      ...query(devices.baseInfo, { simulatorId: row.simulatorId }),
      staleTime: 0,
    })
    open({ kind: 'edit', simulator: detail })
  }
  const renew = (row: SimulatorRow) =>
    confirm({
      title: `更换“${row.simulatorName}”的设备密钥？`,
      consequence: '旧密钥立即失效，设备会断开，直到在设备上填入新密钥。新密钥只显示一次。',
      verb: '更换密钥',
      danger: true,
      run: async () => {
        const { deviceKey } = await renewKey.mutateAsync({ simulatorId: row.simulatorId })
        open({ kind: 'key', simulatorNum: row.simulatorNum, deviceKey })
      },
    })

  const of = (row: SimulatorRow): RowAction[] => [
    ...(mayEdit
      ? [
          { label: '编辑', onAct: () => void edit(row) },
          {
            label: '移动',
            reason: simulatorMachine.reason('move', row.stateId),
            onAct: () => open({ kind: 'move', simulator: row }),
          },
          toggle(row),
        ]
      : []),
    ...(report !== undefined ? [{ label: '报修', onAct: () => report(row) }] : []),
    ...(mayPrint ? [{ label: '打印标签', onAct: () => open({ kind: 'print', simulators: [row] }) }] : []),
    ...(mayEdit ? [{ label: '更换密钥', onAct: () => renew(row) }] : []),
  ]
  const dialogs = (
    <>
      {dialog && (
        <DeviceDialogs dialog={dialog} mayPrint={mayPrint} onOpen={open} onClosed={() => open(null)} />
      )}
      {form}
    </>
  )
  return { of, open, report, dialogs }
}
