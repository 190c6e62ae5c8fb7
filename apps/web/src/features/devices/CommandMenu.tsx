import { type CommandName, commandName, commandNames } from '@drivesim/contract/telemetry'
import { Dropdown } from 'antd'
import type { ReactElement } from 'react'

/** The commands to choose from, behind a button. */
export function CommandMenu({
  onChoose,
  children,
}: {
  onChoose: (command: CommandName) => void
  children: ReactElement
}) {
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: commandName.options.map(command => ({
          key: command,
          label: commandNames[command],
          onClick: () => onChoose(command),
        })),
      }}
    >
      {children}
    </Dropdown>
  )
}
