import { MenuFoldOutlined, MenuOutlined, MenuUnfoldOutlined } from '@ant-design/icons'
import type { Me } from '@drivesim/contract/people/account'
import type { Destination } from '../guard/route.ts'
import { HelpButton } from '../help/HelpButton.tsx'
import { SearchButton } from '../search/SearchButton.tsx'
import { Breadcrumb } from './Breadcrumb.tsx'
import { FullscreenButton } from './FullscreenButton.tsx'
import styles from './Header.module.css'
import { JobsButton } from './JobsButton.tsx'
import type { MenuChoice } from './menuChoice.ts'
import { ScheduleOverlay } from './ScheduleOverlay.tsx'
import { Spinner } from './Spinner.tsx'
import { StarButton } from './StarButton.tsx'
import { ThemeButton } from './ThemeButton.tsx'
import { UserArea } from './UserArea.tsx'
import { VersionButton } from './VersionButton.tsx'

interface Props {
  readonly me: Me
  readonly heldCodes: ReadonlySet<string>
  readonly destination: Destination
  readonly menu: MenuChoice
}

/** Collapse trigger and breadcrumb at the left; search, full screen, theme and the person at the right. */
export function Header({ me, heldCodes, destination, menu }: Props) {
  const folded = menu.narrow ? !menu.drawerOpen : menu.collapsed
  const TriggerIcon = menu.narrow ? MenuOutlined : folded ? MenuUnfoldOutlined : MenuFoldOutlined
  return (
    <header className={styles.header}>
      <button
        type="button"
        className={styles.icon}
        aria-label={folded ? '展开菜单' : '收起菜单'}
        aria-expanded={!folded}
        onClick={menu.toggle}
      >
        <TriggerIcon />
      </button>
      <Breadcrumb destination={destination} />
      <StarButton destination={destination} />
      <Spinner />
      <div className={styles.tools}>
        <VersionButton />
        <JobsButton />
        <ScheduleOverlay />
        <SearchButton heldCodes={heldCodes} />
        <HelpButton />
        <FullscreenButton />
        <ThemeButton />
        <UserArea me={me} />
      </div>
    </header>
  )
}
