import { Tooltip } from 'antd'
import { type ComponentProps, memo } from 'react'
import { followedHere } from '../../ui/followedHere.ts'
import type { MenuEntry } from '../frame/menu.ts'
import styles from './MenuEntries.module.css'

interface Props {
  readonly entry: MenuEntry
  readonly current: boolean
  /** Tab enters the menu here. */
  readonly stop: boolean
  /** Its address. An address of another site opens in a new window. */
  readonly to: string
  readonly elsewhere: boolean
  /** Its name is not to be seen: a tooltip says it. */
  readonly tip: boolean
  readonly onChoose: (name: string) => void
  /** Makes it an entry that can be dragged to another place. */
  readonly drag?: ComponentProps<'a'>
}

/** A page of the menu. Memoised: of twenty-five a click changes two. */
export const MenuItem = memo(function MenuItem({
  entry,
  current,
  stop,
  to,
  elsewhere,
  tip,
  onChoose,
  drag,
}: Props) {
  const { name, title, icon: Icon } = entry
  const item = (
    <a
      {...drag}
      href={to}
      {...(elsewhere && { target: '_blank', rel: 'noopener noreferrer' })}
      role="menuitem"
      {...(current && { 'aria-current': 'page' })}
      tabIndex={stop ? 0 : -1}
      className={styles.item}
      data-name={name}
      onClick={event => (elsewhere || followedHere(event)) && onChoose(name)}
      onKeyDown={event => {
        if (event.key !== ' ') return
        event.preventDefault()
        event.currentTarget.click()
      }}
    >
      {Icon && <Icon aria-hidden />}
      <span className={styles.label}>{title}</span>
    </a>
  )
  if (!tip) return item
  return (
    <Tooltip title={title} placement="right">
      {item}
    </Tooltip>
  )
})
