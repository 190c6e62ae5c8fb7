import { ArrowDownOutlined, ArrowUpOutlined, CheckCircleOutlined } from '@ant-design/icons'
import { Link } from 'react-router'
import { Panel } from '../../../ui/PageHead.tsx'
import { ErrorState, RowsSkeleton } from '../../../ui/states.tsx'
import { withWholeFigures } from '../../../ui/withWholeFigures.tsx'
import styles from './board.module.css'
import { useFindings } from './reads.ts'
import type { View } from './view.ts'
import { daysInWords } from './words.ts'

/** 值得注意: what of last week lies far from the four before it, each with the way to its page. */
export function Findings({ view }: { view: View }) {
  const { data, error, refetch } = useFindings(view)
  return (
    <Panel
      title="值得注意"
      className={styles.findings}
      extra={data && <span className="ui-quiet">{withWholeFigures(daysInWords(data))}</span>}
    >
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {error === null && data === undefined && <RowsSkeleton rows={4} />}
      {error === null && data?.rows.length === 0 && (
        <p className={styles.calm}>
          <CheckCircleOutlined aria-hidden /> 上周没有明显变化
        </p>
      )}
      {error === null && data !== undefined && data.rows.length > 0 && (
        <ul className={styles.sentences}>
          {data.rows.map(({ sentence, change, to }) => (
            <li key={sentence}>
              {change < 0 ? (
                <ArrowDownOutlined className="ui-change-down" aria-hidden />
              ) : (
                <ArrowUpOutlined className="ui-change-up" aria-hidden />
              )}
              <Link to={to}>{sentence}</Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
