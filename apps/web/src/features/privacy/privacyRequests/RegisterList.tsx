import { ExclamationCircleOutlined } from '@ant-design/icons'
import { type ProcessingActivity, processing } from '@drivesim/contract/privacy/processing'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../api/query.ts'
import { Facts } from '../../../ui/Facts.tsx'
import { Panel } from '../../../ui/PageHead.tsx'
import { StateTag } from '../../../ui/StateTag.tsx'
import { EmptyState, ErrorState, PageSkeleton } from '../../../ui/states.tsx'
import styles from './privacy.module.css'

/** 处理活动清单: what is kept of whom and why, as the program itself has it. */
export function RegisterList() {
  const register = useQuery(query(processing.register, undefined, { quiet: true }))
  if (register.error !== null)
    return <ErrorState error={register.error} onRetry={() => void register.refetch()} />
  if (register.data === undefined) return <PageSkeleton panels={[220, 220]} />
  if (register.data.length === 0)
    return <EmptyState title="没有处理个人信息" hint="数据库中没有登记为个人信息的内容" />
  const subjects = [...new Set(register.data.map(({ subject }) => subject))]
  return (
    <div className={styles.register}>
      {subjects.map(subject => (
        <Panel key={subject} title={subject}>
          <ul className={styles.activities}>
            {register.data
              .filter(activity => activity.subject === subject)
              .map(activity => (
                <Activity key={activity.columns.join()} {...activity} />
              ))}
          </ul>
        </Panel>
      ))}
    </div>
  )
}

function Activity({ purpose, sensitive, mask, kept, erasure, columns }: ProcessingActivity) {
  return (
    <li>
      <h3>
        {purpose}
        {sensitive && (
          <StateTag tone="warn" icon={<ExclamationCircleOutlined aria-hidden />}>
            敏感个人信息
          </StateTag>
        )}
      </h3>
      <Facts
        items={[
          ['列表、文件和日志中', mask],
          ['保存期限', kept],
          ['本人注销时', erasure],
          ['存放位置', columns.join('、')],
        ]}
      />
    </li>
  )
}
