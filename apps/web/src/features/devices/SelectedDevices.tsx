import { PrinterOutlined, SendOutlined } from '@ant-design/icons'
import { deviceBulk } from '@drivesim/contract/deviceBulk'
import type { SimulatorRow } from '@drivesim/contract/deviceShapes'
import { type CommandName, commandNames } from '@drivesim/contract/telemetry'
import { Button } from 'antd'
import { useBulk } from '../../parts/useBulk.ts'
import { CommandMenu } from './CommandMenu.tsx'
import { commandConsequences, disableConsequence, enableConsequence, isDisturbing } from './consequences.ts'
import type { DeviceDialog } from './DeviceDialogs.tsx'
import { deviceReads } from './reads.ts'

interface Props {
  rows: readonly SimulatorRow[]
  onOpen: (dialog: DeviceDialog) => void
  /** What is chosen is dealt with. */
  onDone: () => void
}

/** What can be done with the chosen devices. */
export function SelectedDevices({ rows, onOpen, onDone }: Props) {
  const bulk = useBulk(deviceReads)
  const ids = rows.map(({ simulatorId }) => simulatorId)
  const many = `${rows.length} 台设备`

  const setEnabled = (enabled: boolean) =>
    bulk.ask({
      kind: deviceBulk.setEnabled,
      ids,
      input: { enabled },
      verb: `${enabled ? '启用' : '停用'} ${many}`,
      consequence: enabled
        ? `${enableConsequence}已经启用的不变，会列为失败。`
        : `${disableConsequence}正在训练的不会停用，会列为失败，可以稍后重试。`,
      danger: !enabled,
      onStarted: onDone,
    })
  const send = (command: CommandName) =>
    bulk.ask({
      kind: deviceBulk.command,
      ids,
      input: { command },
      verb: `对 ${many}执行“${commandNames[command]}”`,
      consequence: `${commandConsequences[command]}不在线的设备收不到指令，会列为失败。`,
      danger: isDisturbing(command),
      onStarted: onDone,
    })
  return (
    <>
      {bulk.may(deviceBulk.move) && (
        <Button onClick={() => onOpen({ kind: 'moveMany', simulators: rows, onStarted: onDone })}>
          移动到教室
        </Button>
      )}
      {bulk.may(deviceBulk.setEnabled) && (
        <>
          <Button onClick={() => setEnabled(true)}>启用</Button>
          <Button onClick={() => setEnabled(false)}>停用</Button>
        </>
      )}
      {bulk.may(deviceBulk.command) && (
        <CommandMenu onChoose={send}>
          <Button icon={<SendOutlined />}>发送指令</Button>
        </CommandMenu>
      )}
      <Button icon={<PrinterOutlined />} onClick={() => onOpen({ kind: 'print', simulators: rows })}>
        打印标签
      </Button>
    </>
  )
}
