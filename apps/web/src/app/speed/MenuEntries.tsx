import { StarOutlined } from '@ant-design/icons'
import { type ComponentProps, memo, useCallback, useId, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import { favouritesName, pageOfEntry, useFavourites } from '../frame/favourites.ts'
import { externalAddress, type MenuEntry, menuOf, standsUnder } from '../frame/menu.ts'
import { useMarkInView } from '../frame/useMarkInView.ts'
import type { Destination } from '../guard/route.ts'
import { useScreens } from '../screens/screenIndex.ts'
import { texts } from '../texts.ts'
import styles from './MenuEntries.module.css'
import { MenuItem } from './MenuItem.tsx'
import { stepOf } from './menuKeys.ts'

declare module 'react' {
  interface CSSProperties {
    '--menu-top'?: string
  }
}

interface Props {
  readonly heldCodes: ReadonlySet<string>
  readonly destination: Destination
  /** Icons alone; a group's pages fly out beside it. */
  readonly collapsed: boolean
  readonly onChosen?: () => void
}

/**
 * The entries of the menu. They follow the route: a hidden page highlights the list it came from, and its group opens. One
 * group is open at a time. Of our own, since a click renders them while its page is waited for.
 */
export const MenuEntries = memo(function MenuEntries({ heldCodes, destination, collapsed, onChosen }: Props) {
  const screens = useScreens()
  const entries = useMemo(() => menuOf(screens, heldCodes), [screens, heldCodes])
  const favourites = useFavourites(heldCodes, collapsed)
  const screen = destination.kind === 'screen' ? destination.screen : undefined
  const current = screen && standsUnder(screens, screen, heldCodes)
  const { open, toggle, flyOut, flyOutLater, press } = useOpenGroup(current?.group, collapsed)
  const [focused, onFocused] = useFocused(flyOut)
  const menu = useMarkInView(current?.name, collapsed)
  const choose = useChoose(flyOut, onChosen)
  const addressOf = (name: string) =>
    externalAddress(name) ?? screens.byName.get(pageOfEntry(name))?.path ?? '/'
  const onPointer = collapsed ? flyOutLater : undefined
  const stop = focused ?? stopOf(entries, current?.name, open)
  const itemOf = (entry: MenuEntry, drag?: ComponentProps<'a'>) => (
    <MenuItem
      key={entry.name}
      entry={entry}
      current={entry.name === current?.name}
      stop={entry.name === stop}
      to={addressOf(entry.name)}
      elsewhere={externalAddress(entry.name) !== null}
      tip={collapsed && entry.icon !== undefined}
      onChoose={choose}
      {...(drag && { drag })}
    />
  )
  return (
    <div
      ref={menu}
      role="menu"
      aria-label={texts.menu}
      className={styles.menu}
      data-collapsed={collapsed}
      onKeyDown={event => !favourites.press(event) && press(event)}
      {...onFocused}
    >
      <Favourites of={favourites} {...{ stop, open, toggle, itemOf }} onPointer={onPointer} />
      {entries.map(entry =>
        entry.children === undefined ? (
          itemOf(entry)
        ) : (
          <Group
            key={entry.name}
            entry={entry}
            holdsCurrent={entry.name === current?.group}
            stop={entry.name === stop}
            open={entry.name === open}
            onToggle={toggle}
            onPointer={onPointer}
          >
            {entry.children.map(child => itemOf(child))}
          </Group>
        ),
      )}
    </div>
  )
})

const favouritesGroup: MenuEntry = { name: favouritesName, title: '收藏', icon: StarOutlined }

/** The entry that has the focus; once it leaves the menu nothing flies out any more. */
function useFocused(flyOut: (name: undefined) => void) {
  const [focused, setFocused] = useState<string>()
  const handlers = {
    onFocus: ({ target }: React.FocusEvent<HTMLElement>) => setFocused(target.dataset.name),
    onBlur: ({ currentTarget, relatedTarget }: React.FocusEvent<HTMLElement>) => {
      if (currentTarget.contains(relatedTarget)) return
      setFocused(undefined)
      flyOut(undefined)
    },
  }
  return [focused, handlers] as const
}

interface FavouritesProps extends Pick<GroupProps, 'onPointer'> {
  readonly of: ReturnType<typeof useFavourites>
  readonly stop: string | undefined
  readonly open: string | undefined
  readonly toggle: (name: string) => void
  readonly itemOf: (entry: MenuEntry, drag: ComponentProps<'a'>) => React.ReactNode
}

/** 收藏, above all else; none where nothing is starred. Collapsed it flies out as the others do. */
function Favourites({ of, stop, open, toggle, onPointer, itemOf }: FavouritesProps) {
  if (of.entries.length === 0) return null
  return (
    <Group
      entry={favouritesGroup}
      holdsCurrent={false}
      stop={stop === favouritesName}
      open={onPointer ? open === favouritesName : of.unfolded}
      onToggle={onPointer ? toggle : of.toggle}
      onPointer={onPointer}
    >
      {of.entries.map((entry, place) => itemOf(entry, of.dragOf(place)))}
    </Group>
  )
}

/** Where Tab enters: at the page that is shown, or the group that hides it. */
function stopOf(entries: readonly MenuEntry[], current: string | undefined, open: string | undefined) {
  const top = entries.find(
    ({ name, children }) => name === current || children?.some(child => child.name === current),
  )
  return top?.children !== undefined && top.name === open ? current : (top ?? entries[0])?.name
}

/** Goes to a page of the menu; nothing flies out any more. */
function useChoose(flyOut: (name: undefined) => void, onChosen: (() => void) | undefined) {
  const screens = useScreens()
  const navigate = useNavigate()
  return useCallback(
    (name: string) => {
      const page = screens.byName.get(pageOfEntry(name))
      if (page !== undefined) void navigate(page.path)
      flyOut(undefined)
      onChosen?.()
    },
    [navigate, screens, flyOut, onChosen],
  )
}

/** The group that is open, in its place or, where the menu is collapsed, flown out; and what opens another. */
function useOpenGroup(currentGroup: string | undefined, collapsed: boolean) {
  const [unfolded, setUnfolded] = useUnfolded(currentGroup)
  const [flownOut, flyOut, flyOutLater] = useFlyOut()
  const open = collapsed ? flownOut : unfolded
  const setOpen = collapsed ? flyOut : setUnfolded
  // What flies out is opened by the pointer that rests there: a press must not close it again.
  const toggle = (name: string) => setOpen(open === name && !collapsed ? undefined : name)
  const press = (event: React.KeyboardEvent<HTMLElement>) => {
    const step = stepOf(event, collapsed)
    if (step === null) return
    event.preventDefault()
    // What a step leads to may have to appear before it can have the focus.
    if ('open' in step) flushSync(() => setOpen(step.open))
    step.focus()?.focus()
  }
  return { open, toggle, flyOut, flyOutLater, press }
}

function useUnfolded(group: string | undefined) {
  const [unfolded, setUnfolded] = useState(group)
  const [followed, setFollowed] = useState(group)
  if (group !== followed) {
    setFollowed(group)
    if (group !== undefined) setUnfolded(group)
  }
  return [unfolded, setUnfolded] as const
}

/** The group that shows its pages beside it: at once, or after a moment, so that the pointer may cross a neighbour on its way. */
function useFlyOut() {
  const [flownOut, setFlownOut] = useState<string>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const flyOut = useCallback((name: string | undefined) => {
    clearTimeout(timer.current)
    setFlownOut(name)
  }, [])
  const flyOutLater = useCallback((name: string | undefined) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setFlownOut(name), 100)
  }, [])
  return [flownOut, flyOut, flyOutLater] as const
}

interface GroupProps {
  readonly entry: MenuEntry
  readonly holdsCurrent: boolean
  readonly stop: boolean
  readonly open: boolean
  readonly onToggle: (name: string) => void
  /** The pointer came to the group, or left it. Undefined where the group unfolds in its place. */
  readonly onPointer: ((name: string | undefined) => void) | undefined
  readonly children: React.ReactNode
}

function Group({ entry, holdsCurrent, stop, open, onToggle, onPointer, children }: GroupProps) {
  const { name, title, icon: Icon } = entry
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const top = open && onPointer ? button.current?.getBoundingClientRect().top : undefined
  return (
    <div
      role="none"
      data-group={name}
      {...(onPointer && { onMouseEnter: () => onPointer(name), onMouseLeave: () => onPointer(undefined) })}
    >
      <button
        ref={button}
        type="button"
        role="menuitem"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={id}
        tabIndex={stop ? 0 : -1}
        className={holdsCurrent ? `${styles.item} ${styles.holdsCurrent}` : styles.item}
        data-name={name}
        onClick={() => onToggle(name)}
      >
        {Icon && <Icon aria-hidden />}
        <span className={styles.label}>{title}</span>
        <i className={styles.arrow} />
      </button>
      <div
        className={onPointer ? styles.flyOut : styles.fold}
        style={{ '--menu-top': `${top ?? 0}px` }}
        data-open={open}
      >
        <div role="menu" id={id} aria-label={title}>
          {children}
        </div>
      </div>
    </div>
  )
}
