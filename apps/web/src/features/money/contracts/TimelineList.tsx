import { ExclamationCircleOutlined } from '@ant-design/icons'
import { businessDayOf, daysBetween } from '@drivesim/contract/businessDay'
import {
  contractStates,
  type SchoolContracts,
  timelineList,
} from '@drivesim/contract/money/contracts/contractShapes'
import { contracts } from '@drivesim/contract/money/contracts/contracts'
import { Link } from 'react-router'
import { schoolFilter } from '../../../parts/schoolFilter.ts'
import { number } from '../../../ui/format.ts'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import type { Filter } from '../../../ui/list/types.ts'
import { useMinute } from '../../../ui/now.ts'
import { StateTag } from '../../../ui/StateTag.tsx'
import { Timeline } from './Timeline.tsx'
import { ContractTags, toneOf } from './tags.tsx'
import styles from './timeline.module.css'
import { daysOf, gapsOf } from './timeline.ts'
import { useContractActions } from './useContractActions.tsx'

const columns = (today: string, show: (contractId: number) => void) =>
  columnsOf(timelineList, {
    schoolName: (row, shown) => <Link to={`/finacial/configuration?schoolId=${row.schoolId}`}>{shown}</Link>,
    line: row => <Timeline {...row} today={today} onOpen={show} />,
    now: row => <Present {...row} today={today} />,
    gaps: row => gapDays(row, today),
  })

const filters: Filter<'paramValue' | 'schoolId'>[] = [
  { name: 'paramValue', label: '名称', kind: 'text', hint: '驾校名称的一部分' },
  schoolFilter,
]

/** 合同时间线: every school with its contracts, the days that none covers, and today. */
export function TimelineList() {
  const today = businessDayOf(useMinute())
  const { add, reason, mayEdit, show, dialogs } = useContractActions()
  return (
    <>
      <ListPage
        name="contractTimeline"
        title="合同时间线"
        endpoint={contracts.timeline}
        rowKey={row => row.schoolId}
        columns={columns(today, show)}
        filters={filters}
        toolbar={<Legend />}
        {...(mayEdit && {
          actions: ({ schoolId }: SchoolContracts) => [
            { label: '新增合同', reason, onAct: () => add(schoolId) },
          ],
        })}
        empty={{ title: '还没有驾校', hint: '先在驾校管理中新增驾校，再签订合同' }}
      />
      {dialogs}
    </>
  )
}

/** What holds today: the contract, how long it still runs; or that there is none. */
function Present({ contracts, today }: SchoolContracts & { today: string }) {
  const present = contracts.find(({ startsOn, endsOn }) => startsOn <= today && today <= endsOn)
  const shown = present ?? contracts.at(-1)
  if (shown === undefined) return <NoContract />
  return (
    <>
      <ContractTags {...shown} />
      {shown === present && <div className="ui-quiet ui-digits">{remaining(shown.endsOn, today)}</div>}
    </>
  )
}

function remaining(endsOn: string, today: string): string {
  const days = daysBetween(today, endsOn)
  return days === 0 ? '今天到期' : `至 ${endsOn}，还有 ${number(days)} 天`
}

function NoContract() {
  return (
    <StateTag tone="warn" icon={<ExclamationCircleOutlined aria-hidden />}>
      还没有合同
    </StateTag>
  )
}

function gapDays({ contracts }: SchoolContracts, today: string): string | null {
  const days = gapsOf(contracts, today).reduce((sum, gap) => sum + daysOf(gap), 0)
  return days === 0 ? null : `${number(days)} 天`
}

/** What the colours mean, and the line of today. */
function Legend() {
  return (
    <div className={styles.legend}>
      {(['active', 'pending', 'expired'] as const).map(state => (
        <span key={state} className={styles.key}>
          <span className={`${styles.bar} ${styles.swatch} ui-tone-${toneOf(state)}`} />
          {contractStates[state]}
        </span>
      ))}
      <span className={styles.key}>
        <span className={`${styles.gap} ${styles.swatch} ui-tone-warn`} />
        没有合同
      </span>
      <span className={styles.key}>
        <span className={`${styles.today} ${styles.todaySwatch}`} />
        今天
      </span>
    </div>
  )
}
