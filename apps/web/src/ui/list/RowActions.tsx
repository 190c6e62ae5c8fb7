import { DownOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { ActButton } from '../ActButton.tsx'
import type { RowAction } from './types.ts'

const mostShown = 3

/** At most three actions of a row, the others behind 更多. */
export function RowActions({ actions }: { actions: RowAction[] }) {
  const shown = actions.slice(0, mostShown)
  const behind = actions.slice(mostShown)
  return (
    <div className="ui-row-actions">
      {shown.map(action => (
        <ActButton
          key={action.label}
          type="link"
          size="small"
          danger={action.danger ?? false}
          reason={action.reason}
          onClick={action.onAct}
        >
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
    danger: action.danger === true && !blocked,
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
