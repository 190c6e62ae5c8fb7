import { DownOutlined } from '@ant-design/icons'
import { Button, Dropdown, Tooltip } from 'antd'
import { useLayoutEffect, useRef, useState } from 'react'
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
        <RowAct key={action.label} {...action} />
      ))}
      {behind.length > 0 && <More actions={behind} />}
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

/** Its menu is made when it is first asked for. */
function More({ actions }: { actions: RowAction[] }) {
  const [asked, setAsked] = useState(false)
  if (asked) return <MoreMenu actions={actions} />
  return (
    <button type="button" className="ui-text-button" aria-haspopup="menu" onClick={() => setAsked(true)}>
      更多
      <DownOutlined />
    </button>
  )
}

/** Takes the place of the button that asked for it, open, and its focus. */
function MoreMenu({ actions }: { actions: RowAction[] }) {
  const [open, setOpen] = useState(true)
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => button.current?.focus(), [])
  return (
    <Dropdown trigger={['click']} open={open} onOpenChange={setOpen} menu={{ items: actions.map(menuItem) }}>
      <button ref={button} type="button" className="ui-text-button" aria-haspopup="menu" aria-expanded={open}>
        更多
        <DownOutlined />
      </button>
    </Dropdown>
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
