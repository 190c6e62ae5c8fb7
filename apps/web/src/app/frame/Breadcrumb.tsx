import { Link } from 'react-router'
import { useHeldCodes } from '../../api/me.ts'
import { homePath } from '../guard/paths.ts'
import type { Destination } from '../guard/route.ts'
import type { Screen } from '../screens/screen.ts'
import { type ScreenIndex, useScreens } from '../screens/screenIndex.ts'
import { homeName } from '../tabs/tabRules.ts'
import { useTabs } from '../tabs/tabs.ts'
import { texts } from '../texts.ts'
import styles from './Header.module.css'
import { standsUnder } from './menu.ts'

interface Crumb {
  readonly title: string
  readonly to?: string
}

/** home › group › page, with the record's name where there is one; a hidden page's list stands before it. */
export function Breadcrumb({ destination }: { destination: Destination }) {
  const screens = useScreens()
  const heldCodes = useHeldCodes()
  const record = useTabs(({ tabs, activeKey }) => tabs.find(tab => tab.key === activeKey)?.meta.record)
  const pages = destination.kind === 'screen' ? crumbsOf(screens, destination.screen, heldCodes) : []
  const crumbs = record === undefined ? pages : [...pages, { title: record }]
  return (
    <nav aria-label="面包屑">
      <ol className={styles.crumbs}>
        <li>
          <Link to={homePath} aria-current={crumbs.length === 0 ? 'page' : undefined}>
            {texts.home}
          </Link>
        </li>
        {crumbs.map(({ title, to }, index) => (
          <li key={title} aria-current={index === crumbs.length - 1 ? 'page' : undefined}>
            {to === undefined ? title : <Link to={to}>{title}</Link>}
          </li>
        ))}
      </ol>
    </nav>
  )
}

function crumbsOf(screens: ScreenIndex, screen: Screen, heldCodes: ReadonlySet<string>): Crumb[] {
  if (screen.name === homeName) return []
  const entry = standsUnder(screens, screen, heldCodes)
  const group = screens.groupByName.get(entry.group ?? '')
  return [
    ...(group === undefined ? [] : [{ title: group.title }]),
    ...(entry === screen ? [] : [{ title: entry.title, to: entry.path }]),
    { title: screen.title },
  ]
}
