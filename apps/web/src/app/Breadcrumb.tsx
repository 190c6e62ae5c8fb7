import { Link } from 'react-router'
import { groupByName } from '../screens.ts'
import styles from './Header.module.css'
import { homePath } from './paths.ts'
import type { Destination } from './route.ts'
import { homeName } from './tabRules.ts'
import { useTabs } from './tabs.ts'
import { texts } from './texts.ts'

/** home › group › page, with the record's name where there is one (product §14). */
export function Breadcrumb({ destination }: { destination: Destination }) {
  const record = useTabs(({ tabs, activeKey }) => tabs.find(tab => tab.key === activeKey)?.meta.record)
  const screen = destination.kind === 'screen' ? destination.screen : undefined
  const group = screen?.group === undefined ? undefined : groupByName.get(screen.group)
  const parts = [group?.title, screen?.name === homeName ? undefined : screen?.title, record]
  const crumbs = parts.filter(part => part !== undefined)
  return (
    <nav aria-label="面包屑">
      <ol className={styles.crumbs}>
        <li>
          <Link to={homePath} aria-current={crumbs.length === 0 ? 'page' : undefined}>
            {texts.home}
          </Link>
        </li>
        {crumbs.map((crumb, index) => (
          <li key={crumb} aria-current={index === crumbs.length - 1 ? 'page' : undefined}>
            {crumb}
          </li>
        ))}
      </ol>
    </nav>
  )
}
