import { Menu } from 'antd'
import { memo, Suspense, startTransition, useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { afterFrame } from '../../ui/afterFrame.ts'
import { useProgress } from '../guard/progress.ts'
import type { Destination } from '../guard/route.ts'
import { lazyPage } from '../screens/lazyPage.ts'
import { useScreens } from '../screens/screenIndex.ts'
import { texts } from '../texts.ts'
import { Logo } from './Logo.tsx'
import { externalAddress, type MenuEntry, menuOf, standsUnder } from './menu.ts'
import type { MenuChoice } from './menuChoice.ts'
import styles from './SideMenu.module.css'

/** Its code is for small screens alone. */
const MenuDrawer = lazyPage(() => import('./MenuDrawer.tsx'))

interface Props {
  readonly held: ReadonlySet<string>
  readonly destination: Destination
  readonly menu: MenuChoice
}

/** The dark menu at the left: 256 wide, 64 collapsed (spec §9); a drawer on small screens. */
export function SideMenu({ held, destination: open, menu }: Props) {
  const destination = useArrived(open)
  if (menu.narrow) {
    return (
      <Suspense>
        <MenuDrawer open={menu.drawerOpen} onClose={menu.closeDrawer}>
          <Brand collapsed={false} />
          <Entries held={held} destination={destination} collapsed={false} onChosen={menu.closeDrawer} />
        </MenuDrawer>
      </Suspense>
    )
  }
  return (
    <aside className={styles.side} data-collapsed={menu.collapsed} data-testid="side-menu">
      <Brand collapsed={menu.collapsed} />
      <Entries held={held} destination={destination} collapsed={menu.collapsed} />
    </aside>
  )
}

/** Where the navigation led, once its page stands: what is marked here is rendered after it, and not before. */
function useArrived(destination: Destination): Destination {
  const underWay = useProgress(state => state.running)
  const [arrived, setArrived] = useState(destination)
  useEffect(() => {
    if (underWay || arrived === destination) return
    return afterFrame(() => startTransition(() => setArrived(destination)))
  }, [underWay, arrived, destination])
  return arrived
}

function Brand({ collapsed }: { collapsed: boolean }) {
  return (
    <div className={styles.brand}>
      <Logo />
      {!collapsed && <span>{texts.product}</span>}
    </div>
  )
}

interface EntriesProps {
  readonly held: ReadonlySet<string>
  readonly destination: Destination
  readonly collapsed: boolean
  readonly onChosen?: () => void
}

/** Follows the route: a hidden page highlights the list it came from, and its group opens. One group is open at a time. */
const Entries = memo(function Entries({ held, destination, collapsed, onChosen }: EntriesProps) {
  const screens = useScreens()
  const navigate = useNavigate()
  const screen = destination.kind === 'screen' ? destination.screen : undefined
  const entry = screen && standsUnder(screens, screen, held)
  const group = entry?.group
  const [open, setOpen] = useState(group)
  const [followed, setFollowed] = useState(group)
  if (group !== followed) {
    setFollowed(group)
    if (group !== undefined) setOpen(group)
  }
  const items = useMemo(() => menuOf(screens, held).map(itemOf), [screens, held])
  const choose = (name: string) => {
    const elsewhere = externalAddress(name)
    if (elsewhere !== null) window.open(elsewhere, '_blank', 'noopener')
    else void navigate(screens.byName.get(name)?.path ?? '/')
    onChosen?.()
  }
  return (
    <Menu
      className={styles.menu ?? ''}
      theme="dark"
      mode="inline"
      inlineCollapsed={collapsed}
      items={items}
      selectedKeys={entry === undefined ? [] : [entry.name]}
      {...(collapsed ? {} : { openKeys: open === undefined ? [] : [open] })}
      onOpenChange={keys => {
        if (!collapsed) setOpen(keys.find(key => key !== open && screens.groupByName.has(key)))
      }}
      onClick={({ key }) => choose(key)}
    />
  )
})

function itemOf({ name, title, icon: EntryIcon, children }: MenuEntry): {
  key: string
  label: string
  icon?: React.ReactNode
  children?: ReturnType<typeof itemOf>[]
} {
  return {
    key: name,
    label: title,
    ...(EntryIcon && { icon: <EntryIcon /> }),
    ...(children && { children: children.map(itemOf) }),
  }
}
