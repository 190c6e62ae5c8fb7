import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { meQuery, useHeldCodes } from '../../api/me.ts'
import { mayOpen } from '../../app/guard/route.ts'
import { useScreens } from '../../app/screens/screenIndex.ts'
import { addressOf, restoreTabs } from '../../app/tabs/address.ts'
import { useRecent } from '../../app/tabs/recent.ts'
import { homeName, labelOf } from '../../app/tabs/tabRules.ts'
import { Panel } from '../../ui/PageHead.tsx'
import styles from './home.module.css'

/** 最近访问: the pages that this person looked at last in this browser, as far as their codes still open them. */
export function Recent() {
  const screens = useScreens()
  const held = useHeldCodes()
  const recent = useRecent(useQuery(meQuery).data?.userId)
  const pages = recent && restoreTabs(screens, recent, screen => mayOpen(screens, screen, held))
  const others = pages?.filter(({ name }) => name !== homeName)
  return (
    <Panel title="最近访问" className={styles.recent}>
      {others?.length === 0 && <p className="ui-quiet">打开过的页面会出现在这里</p>}
      {others !== undefined && others.length > 0 && (
        <ul>
          {others.map(tab => (
            <li key={tab.key}>
              <Link to={addressOf(screens, tab)}>{labelOf(tab)}</Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
