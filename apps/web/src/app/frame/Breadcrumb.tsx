import { Link } from 'react-router'
import { homePath } from '../guard/paths.ts'
import type { Destination } from '../guard/route.ts'
import { useScreens } from '../screens/screenIndex.ts'
import { homeName } from '../tabs/tabRules.ts'
import { useTabs } from '../tabs/tabs.ts'
import { texts } from '../texts.ts'
import styles from './Header.module.css'

/** home › group › page, with the record's name where there is one (product §14). */
export function Breadcrumb({ destination }: { destination: Destination }) {
  const { groupByName } = useScreens()
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
