import { PrinterOutlined } from '@ant-design/icons'
import { deviceBulk } from '@drivesim/contract/devices/devices/deviceBulk'
import type { SimulatorRow } from '@drivesim/contract/devices/devices/deviceShapes'
import { type CommandName, commandNames } from '@drivesim/contract/devices/telemetry/telemetry'
import { Button } from 'antd'
import { selectionOf, useBulk } from '../../../parts/useBulk.ts'
import { ActButton } from '../../../ui/ActButton.tsx'
import type { SelectedRows } from '../../../ui/list/types.ts'
import { CommandMenu } from './CommandMenu.tsx'
import { commandConsequences, disableConsequence, enableConsequence, isDisturbing } from './consequences.ts'
import type { DeviceDialog } from './DeviceDialogs.tsx'
import { deviceReads } from './reads.ts'

interface Props {
  selected: SelectedRows<SimulatorRow>
  onOpen: (dialog: DeviceDialog) => void
  /** What is chosen is dealt with. */
  onDone: () => void
}

/** What can be done with the chosen devices. */
export function SelectedDevices({ selected, onOpen, onDone }: Props) {
  const bulk = useBulk(deviceReads)
  const selection = selectionOf(selected, ({ simulatorId }) => simulatorId)

  const setEnabled = (enabled: boolean) =>
    bulk.ask({
      kind: deviceBulk.setEnabled,
      selection,
      input: { enabled },
      verb: many => `${enabled ? '启用' : '停用'} ${many} 台设备`,
      consequence: enabled
        ? `${enableConsequence}已经启用的不变，会列为失败。`
        : `${disableConsequence}正在训练的不会停用，会列为失败，可以稍后重试。`,
      danger: !enabled,
      onStarted: onDone,
    })
  const send = (command: CommandName) =>
    bulk.ask({
      kind: deviceBulk.command,
      selection,
      input: { command },
      verb: many => `对 ${many} 台设备执行“${commandNames[command]}”`,
      consequence: `${commandConsequences[command]}不在线的设备收不到指令，会列为失败。`,
      danger: isDisturbing(command),
      onStarted: onDone,
    })
  return (
    <>
      {bulk.may(deviceBulk.move) && (
        <Button onClick={() => onOpen({ kind: 'moveMany', selected, onStarted: onDone })}>移动到教室</Button>
      )}
      {bulk.may(deviceBulk.setEnabled) && (
        <>
          <Button onClick={() => setEnabled(true)}>启用</Button>
          <Button onClick={() => setEnabled(false)}>停用</Button>
        </>
      )}
      {bulk.may(deviceBulk.command) && <CommandMenu onChoose={send} />}
      <ActButton
        icon={<PrinterOutlined />}
        reason={selected.filter === null ? null : '一次只能打印一页设备的标签，请取消“选择全部”'}
        onClick={() => onOpen({ kind: 'print', simulators: selected.rows })}
      >
        打印标签
      </ActButton>
    </>
  )
}
