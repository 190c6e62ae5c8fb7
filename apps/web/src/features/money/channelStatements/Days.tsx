import { CheckOutlined, ExclamationOutlined, QuestionOutlined } from '@ant-design/icons'
import type {
  ChannelGap,
  ChannelStatement,
} from '@drivesim/contract/money/channelStatements/channelStatementShapes'
import { payChannels } from '@drivesim/contract/money/channels'
import { Popover } from 'antd'
import { money } from '../../../ui/format.ts'
import styles from './statements.module.css'

interface Props {
  month: string
  statements: readonly ChannelStatement[]
  gaps: readonly ChannelGap[]
  chosen: number | undefined
  onChoose: (statementId: number) => void
}

/** The month, a line for each channel: days that agree, days that wait, and days without a file. */
export function Days({ month, statements, gaps, chosen, onChoose }: Props) {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const count = new Date(Date.UTC(year, number, 0)).getUTCDate()
  const days = Array.from({ length: count }, (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`)
  const channels = (['wechat', 'alipay'] as const).filter(
    name =>
      statements.some(({ channel }) => channel === name) || gaps.some(({ channel }) => channel === name),
  )
  if (channels.length === 0) return <p className="ui-quiet">本月没有渠道收款</p>
  return (
    <div className={styles.days}>
      {channels.map(channel => (
        <div key={channel} className={styles.channel}>
          <span className={styles.name}>{payChannels[channel]}</span>
          <ul className={styles.strip} aria-label={payChannels[channel]}>
            {days.map(day => (
              <li key={day}>
                <Day
                  day={day}
                  statement={statements.find(
                    statement => statement.channel === channel && statement.day === day,
                  )}
                  gap={gaps.find(gap => gap.channel === channel && gap.day === day)}
                  chosen={chosen}
                  onChoose={onChoose}
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
      <p className={styles.legend}>
        <span className={styles.good}>
          <CheckOutlined aria-hidden /> 已平
        </span>
        <span className={styles.open}>
          <ExclamationOutlined aria-hidden /> 有差异
        </span>
        <span className={styles.gap}>
          <QuestionOutlined aria-hidden /> 缺账单
        </span>
        <span className="ui-quiet">其余日期没有收退款</span>
      </p>
    </div>
  )
}

interface DayProps extends Pick<Props, 'chosen' | 'onChoose'> {
  day: string
  statement: ChannelStatement | undefined
  gap: ChannelGap | undefined
}

function Day({ day, statement, gap, chosen, onChoose }: DayProps) {
  const number = Number(day.slice(8))
  if (statement !== undefined) {
    const { statementId, state, unresolved } = statement
    const words = state === 'balanced' ? '已平' : `${unresolved} 笔待处理`
    return (
      <button
        type="button"
        className={`${styles.day} ${state === 'balanced' ? styles.good : styles.open}`}
        aria-pressed={statementId === chosen}
        aria-label={`${day} ${words}`}
        title={`${day} ${words}`}
        onClick={() => onChoose(statementId)}
      >
        {number}
        {state === 'balanced' ? <CheckOutlined aria-hidden /> : <ExclamationOutlined aria-hidden />}
      </button>
    )
  }
  if (gap === undefined) return <span className={styles.day}>{number}</span>
  return (
    <Popover trigger="click" title={`${day} 缺账单`} content={<Gap gap={gap} />}>
      <button type="button" className={`${styles.day} ${styles.gap}`} aria-label={`${day} 缺账单`}>
        {number}
        <QuestionOutlined aria-hidden />
      </button>
    </Popover>
  )
}

function Gap({ gap: { orders, amount, fileUrl } }: { gap: ChannelGap }) {
  return (
    <div className={styles.gapFacts}>
      <p>
        系统里有 {orders} 笔收退款，共 {money(amount)}
      </p>
      {fileUrl === null ? (
        <p className="ui-quiet">请在渠道的商户后台下载当日账单后导入</p>
      ) : (
        <a href={fileUrl} download>
          下载模拟渠道的当日账单
        </a>
      )}
    </div>
  )
}
