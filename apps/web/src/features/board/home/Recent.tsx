import { Link } from 'react-router'
import { useRecentPages } from '../../../app/tabs/recentPages.ts'
import { Panel } from '../../../ui/PageHead.tsx'
import styles from './home.module.css'

/** 最近访问: the pages that this person looked at last in this browser. */
export function Recent() {
  const pages = useRecentPages()
  return (
    <Panel title="最近访问" className={styles.recent}>
      {pages?.length === 0 && <p className="ui-quiet">打开过的页面会出现在这里</p>}
      {pages !== null && pages.length > 0 && (
        <ul>
          {pages.map(({ key, label, to }) => (
            <li key={key}>
              <Link to={to}>{label}</Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
