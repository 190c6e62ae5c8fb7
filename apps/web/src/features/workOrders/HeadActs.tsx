import { Button, Dropdown } from 'antd'
import { ActButton } from '../../ui/ActButton.tsx'
import { menuItem } from '../../ui/list/RowActions.tsx'
import type { RowAction } from '../../ui/list/types.ts'

interface Props {
  actions: RowAction[]
  /** The main act stands elsewhere on the page. */
  aside?: boolean
}

/** Acts of an order's page: the one it waits for as the main button, its opposite beside it, the others behind 更多. */
export function HeadActs({ actions, aside = false }: Props) {
  const [first, second, ...others] = actions
  return (
    <>
      {first !== undefined && (
        <ActButton type={aside ? 'default' : 'primary'} reason={first.reason} onClick={first.onAct}>
          {first.label}
        </ActButton>
      )}
      {second !== undefined && (
        <ActButton reason={second.reason} onClick={second.onAct}>
          {second.label}
        </ActButton>
      )}
      {others.length > 0 && (
        <Dropdown trigger={['click']} menu={{ items: others.map(menuItem) }}>
          <Button>更多</Button>
        </Dropdown>
      )}
    </>
  )
}
