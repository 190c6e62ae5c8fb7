import { Suspense, startTransition, useEffect, useState } from 'react'
import { afterFrame } from '../../ui/afterFrame.ts'
import { useProgress } from '../guard/progress.ts'
import type { Destination } from '../guard/route.ts'
import { lazyPage } from '../screens/lazyPage.ts'
import { MenuEntries } from '../speed/MenuEntries.tsx'
import { texts } from '../texts.ts'
import { Logo } from './Logo.tsx'
import type { MenuChoice } from './menuChoice.ts'
import styles from './SideMenu.module.css'

/** Its code is for small screens alone. */
const MenuDrawer = lazyPage(() => import('./MenuDrawer.tsx'))

interface Props {
  readonly heldCodes: ReadonlySet<string>
  readonly destination: Destination
  readonly menu: MenuChoice
}

/** The dark menu at the left: 256 wide, 64 collapsed (spec §9); a drawer on small screens. */
export function SideMenu({ heldCodes, destination: open, menu }: Props) {
  const destination = useArrived(open)
  if (menu.narrow) {
    return (
      <Suspense>
        <MenuDrawer open={menu.drawerOpen} onClose={menu.closeDrawer}>
          <Brand collapsed={false} />
          <MenuEntries
            heldCodes={heldCodes}
            destination={destination}
            collapsed={false}
            onChosen={menu.closeDrawer}
          />
        </MenuDrawer>
      </Suspense>
    )
  }
  return (
    <aside className={styles.side} data-collapsed={menu.collapsed} data-testid="side-menu">
      <Brand collapsed={menu.collapsed} />
      <MenuEntries heldCodes={heldCodes} destination={destination} collapsed={menu.collapsed} />
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
