import { Tooltip } from 'antd'
import { memo } from 'react'
import styles from './MenuEntries.module.css'
import type { MenuEntry } from './menu.ts'

interface Props {
  readonly entry: MenuEntry
  readonly current: boolean
  /** Tab enters the menu here. */
  readonly stop: boolean
  /** Its name is not to be seen: a tooltip says it. */
  readonly tip: boolean
  readonly onChoose: (name: string) => void
}

/** A page of the menu. Memoised: of twenty-five a click changes two. */
export const MenuItem = memo(function MenuItem({ entry, current, stop, tip, onChoose }: Props) {
  const { name, title, icon: Icon } = entry
  const item = (
    <button
      type="button"
      role="menuitem"
      {...(current && { 'aria-current': 'page' })}
      tabIndex={stop ? 0 : -1}
      className={styles.item}
      data-name={name}
      onClick={() => onChoose(name)}
    >
      {Icon && <Icon aria-hidden />}
      <span className={styles.label}>{title}</span>
    </button>
  )
  if (!tip) return item
  return (
    <Tooltip title={title} placement="right">
      {item}
    </Tooltip>
  )
})
