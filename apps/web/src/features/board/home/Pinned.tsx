import { Button } from 'antd'
import { Link } from 'react-router'
import { RelativeTime } from '../../../ui/DateTime.tsx'
import { Panel } from '../../../ui/PageHead.tsx'
import { RowsSkeleton } from '../../../ui/states.tsx'
import styles from './home.module.css'
import type { Overview } from './overview.ts'

interface Props {
  overview: Overview | undefined
  onRetry: () => void
}

/** 公告: what was sent to this person and is kept on top for now. */
export function Pinned({ overview, onRetry }: Props) {
  const pinned = overview?.pinned
  return (
    <Panel title="公告" className={styles.pinned}>
      {overview === undefined && <RowsSkeleton rows={2} />}
      {overview !== undefined && pinned === undefined && (
        <p className={styles.missing} role="alert">
          公告暂时读不出来
          <Button size="small" onClick={onRetry}>
            重试
          </Button>
        </p>
      )}
      {pinned?.length === 0 && <p className="ui-quiet">现在没有公告</p>}
      {pinned !== undefined && pinned.length > 0 && (
        <ul>
          {pinned.map(({ messageId, title, brief, sentAt }) => (
            <li key={messageId}>
              <Link to={`/message?messageId=${messageId}`}>{title}</Link>
              <span className={styles.brief}>
                {brief.startsWith(title) ? brief.slice(title.length) : brief}
              </span>
              <span className="ui-quiet">
                <RelativeTime at={sentAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
