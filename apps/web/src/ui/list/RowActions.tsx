import { DownOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { ActButton } from '../ActButton.tsx'
import type { RowAction } from './types.ts'

const mostShown = 3

/**
 * At most three actions of a row, the others behind 更多, and with them what removes, unless there is nothing else. None is
 * red: what an act leads to is said, and shown, where it is asked about.
 */
export function RowActions({ actions }: { actions: RowAction[] }) {
  const [only, another] = actions
  const daily =
    another === undefined && only !== undefined ? [only] : actions.filter(({ removes }) => !removes)
  const shown = daily.slice(0, mostShown)
  const behind = actions.filter(action => !shown.includes(action))
  return (
    <div className="ui-row-actions">
      {shown.map(action => (
        <ActButton key={action.label} type="link" size="small" reason={action.reason} onClick={action.onAct}>
          {action.label}
        </ActButton>
      ))}
      {behind.length > 0 && (
        <Dropdown trigger={['click']} menu={{ items: behind.map(menuItem) }}>
          <Button type="link" size="small" icon={<DownOutlined />} iconPlacement="end">
            更多
          </Button>
        </Dropdown>
      )}
    </div>
  )
}

/** The actions of a detail page's head: the first as its main button, the others behind 更多 to its left. */
export function HeadActions({ actions: [first, ...others] }: { actions: RowAction[] }) {
  return (
    <>
      {others.length > 0 && (
        <Dropdown trigger={['click']} menu={{ items: others.map(menuItem) }}>
          <Button>更多</Button>
        </Dropdown>
      )}
      {first !== undefined && (
        <ActButton type="primary" reason={first.reason} onClick={first.onAct}>
          {first.label}
        </ActButton>
      )}
    </>
  )
}

/** A menu entry; one that cannot act now carries its reason, since a disabled entry has no tooltip to reach. */
export function menuItem(action: RowAction) {
  const blocked = Boolean(action.reason)
  return {
    key: action.label,
    disabled: blocked,
    label: blocked ? (
      <>
        {action.label}
        <div className="ui-reason">{action.reason}</div>
      </>
    ) : (
      action.label
    ),
    onClick: action.onAct,
  }
}
