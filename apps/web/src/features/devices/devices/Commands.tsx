import { SendOutlined } from '@ant-design/icons'
import {
  commandStates,
  type SimulatorDetail,
  simulatorMachine,
} from '@drivesim/contract/devices/devices/deviceShapes'
import { devices } from '@drivesim/contract/devices/devices/devices'
import { type CommandName, commandNames } from '@drivesim/contract/devices/telemetry/telemetry'
import { useQuery } from '@tanstack/react-query'
import { query, useChange } from '../../../api/query.ts'
import { ActButton } from '../../../ui/ActButton.tsx'
import { DateTime } from '../../../ui/DateTime.tsx'
import { useConfirm } from '../../../ui/form/useConfirm.ts'
import { StateTag, type Tone } from '../../../ui/StateTag.tsx'
import { EmptyState, ErrorState, RowsSkeleton } from '../../../ui/states.tsx'
import { CommandMenu } from './CommandMenu.tsx'
import { commandConsequences, isDisturbing } from './consequences.ts'
import styles from './detail.module.css'

/** 发送指令: one of the contract's commands, asked about first. */
export function SendCommand({ simulator }: { simulator: SimulatorDetail }) {
  const confirm = useConfirm()
  const send = useChange(devices.command, { invalidates: [devices.commands] })
  const reason = simulatorMachine.reason('command', simulator.stateId)
  if (reason !== null)
    return (
      <ActButton icon={<SendOutlined />} reason={reason}>
        发送指令
      </ActButton>
    )
  const ask = (command: CommandName) =>
    confirm({
      title: `对“${simulator.simulatorName}”执行“${commandNames[command]}”？`,
      consequence: commandConsequences[command],
      verb: commandNames[command],
      danger: isDisturbing(command),
      run: () => send.mutateAsync({ simulatorId: simulator.simulatorId, command }),
    })
  return <CommandMenu onChoose={ask} />
}

const tones: Readonly<Record<keyof typeof commandStates, Tone>> = {
  sent: 'busy',
  done: 'good',
  failed: 'bad',
  expired: 'quiet',
}

/** Commands given to the device, newest first, with what it answered. */
export function CommandList({ simulatorId }: { simulatorId: number }) {
  const commands = useQuery(query(devices.commands, { simulatorId }, { quiet: true }))
  if (commands.error !== null)
    return <ErrorState error={commands.error} onRetry={() => void commands.refetch()} />
  if (commands.data === undefined) return <RowsSkeleton rows={4} />
  if (commands.data.length === 0)
    return <EmptyState title="还没有发送过指令" hint="设备在线时，可以从页面上方“发送指令”" />
  return (
    <ul className={styles.commands}>
      {commands.data.map(command => (
        <li key={command.commandId}>
          <strong>{commandNames[command.command]}</strong>
          <StateTag tone={tones[command.state]} icon={null}>
            {commandStates[command.state]}
          </StateTag>
          <span>{command.text}</span>
          <span className="ui-quiet">
            {command.sentBy} 发送于 <DateTime at={command.sentAt} />
            {command.answeredAt !== null && (
              <>
                ，应答于 <DateTime at={command.answeredAt} />
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
