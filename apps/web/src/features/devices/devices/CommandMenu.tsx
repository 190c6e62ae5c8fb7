import { SendOutlined } from '@ant-design/icons'
import { type CommandName, commandName, commandNames } from '@drivesim/contract/devices/telemetry/telemetry'
import { MenuButton } from '../../../ui/MenuButton.tsx'
import { buttonLook } from '../../../ui/speed/buttonLook.ts'

/** 发送指令, with the commands to choose from. */
export function CommandMenu({ onChoose }: { onChoose: (command: CommandName) => void }) {
  const items = commandName.options.map(command => ({
    key: command,
    label: commandNames[command],
    onClick: () => onChoose(command),
  }))
  return (
    <MenuButton className={buttonLook('default')} menu={() => ({ items })}>
      <SendOutlined />
      发送指令
    </MenuButton>
  )
}
