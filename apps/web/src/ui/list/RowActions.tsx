import { DownOutlined } from '@ant-design/icons'
import { Tooltip } from 'antd'
import { ActButton } from '../ActButton.tsx'
import { MenuButton } from '../MenuButton.tsx'
import { buttonLook } from '../speed/buttonLook.ts'
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
        <RowAct key={action.label} {...action} />
      ))}
      {behind.length > 0 && (
        <MenuButton className="ui-text-button" menu={() => ({ items: behind.map(menuItem) })}>
          更多
          <DownOutlined />
        </MenuButton>
      )}
    </div>
  )
}

/** A button of the browser's own: a list of a hundred rows has three hundred. */
function RowAct({ label, reason, onAct }: RowAction) {
  if (!reason) {
    return (
      <button type="button" className="ui-text-button" onClick={onAct}>
        {label}
      </button>
    )
  }
  return (
    <Tooltip title={reason} trigger={['hover', 'focus']}>
      <button type="button" className="ui-text-button ui-blocked" aria-disabled>
        {label}
      </button>
    </Tooltip>
  )
}

interface HeadProps {
  actions: RowAction[]
  /** What is only ever behind 更多. */
  more?: readonly RowAction[]
}

/** The actions of a detail page's head: the first as its main button, the others behind 更多 to its left. */
export function HeadActions({ actions: [first, ...rest], more = [] }: HeadProps) {
  const others = [...rest, ...more]
  return (
    <>
      {others.length > 0 && (
        <MenuButton className={buttonLook('default')} menu={() => ({ items: others.map(menuItem) })}>
          更多
        </MenuButton>
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
