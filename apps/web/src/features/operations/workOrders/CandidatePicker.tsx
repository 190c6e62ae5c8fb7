import { workOrders } from '@drivesim/contract/operations/workOrders/workOrders'
import { useQuery } from '@tanstack/react-query'
import { Alert, Radio } from 'antd'
import { query } from '../../../api/query.ts'
import { Choices } from '../../../ui/form/Choices.tsx'
import { StateTag } from '../../../ui/StateTag.tsx'
import { BlockSkeleton, ErrorState } from '../../../ui/states.tsx'
import styles from './forms.module.css'

interface Props {
  id?: string
  orderId: number
  /** Who has it now, and is not offered. */
  except?: number | null
  /** What choosing nobody means; missing where somebody must be chosen. */
  nobody?: string
  value?: number | null
  onChange?: (memberId: number | undefined) => void
}

/** People who may be given the order, each with the reason. The system's choices come first. */
export function CandidatePicker({ id, orderId, except, nobody, value, onChange }: Props) {
  const found = useQuery(query(workOrders.recommend, { orderId }, { quiet: true }))
  if (found.error !== null) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  if (found.data === undefined) return <BlockSkeleton height={160} />
  const candidates = found.data.candidates.filter(({ memberId }) => memberId !== except)
  return (
    <div className={styles.candidates}>
      {found.data.nobody !== null && <Alert type="warning" showIcon title={found.data.nobody} />}
      <Choices
        {...(id !== undefined && { id })}
        className={styles.choices ?? ''}
        value={value ?? (nobody === undefined ? null : 0)}
        onChange={({ target }) => onChange?.(target.value === 0 ? undefined : Number(target.value))}
      >
        {nobody !== undefined && (
          <Radio value={0} className={styles.choice ?? ''}>
            {nobody}
          </Radio>
        )}
        {candidates.map(({ memberId, name, recommended, reason }) => (
          <Radio key={memberId} value={memberId} className={styles.choice ?? ''}>
            <span className={styles.name}>
              {name}
              {recommended && (
                <StateTag tone="good" icon={null}>
                  推荐
                </StateTag>
              )}
            </span>
            <span className="ui-quiet">{reason}</span>
          </Radio>
        ))}
      </Choices>
      {candidates.length === 0 && nobody === undefined && (
        <p className="ui-quiet">没有人负责这个机构，请先在“运维人员”中设置负责机构。</p>
      )}
    </div>
  )
}
