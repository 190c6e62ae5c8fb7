import { CheckCircleOutlined, ClockCircleOutlined, DownOutlined, RightOutlined } from '@ant-design/icons'
import { gearName } from '../../../../parts/gearTypes.ts'
import { money } from '../../../../ui/format.ts'
import { StateTag } from '../../../../ui/StateTag.tsx'
import styles from './counter.module.css'
import { doneToday, type PartName, type Served } from './today.ts'

interface Props {
  title: string
  name: PartName
  served: Served | undefined
  printed: boolean
  open: boolean
  /** Why it cannot be opened. */
  reason: string | null
  onOpen: () => void
}

/** The line of one part: what it is, whether it is done, and what was done; pressed, it opens. */
export function PartHead({ title, name, served, printed, open, reason, onOpen }: Props) {
  const { state, words } = served === undefined ? nothing : saidOf(name, served, printed)
  return (
    <button
      type="button"
      className={styles.head}
      aria-expanded={open}
      disabled={reason !== null}
      onClick={onOpen}
    >
      {open ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />}
      <span className={styles.title}>{title}</span>
      <span className={styles.said}>{reason ?? words}</span>
      {state !== null && (
        <StateTag
          tone={state.waits ? 'warn' : 'good'}
          icon={state.waits ? <ClockCircleOutlined aria-hidden /> : <CheckCircleOutlined aria-hidden />}
        >
          {state.word}
        </StateTag>
      )}
    </button>
  )
}

interface Said {
  state: { word: string; waits?: boolean } | null
  words: string
}
const nothing: Said = { state: null, words: '' }

function saidOf(name: PartName, served: Served, printed: boolean): Said {
  const { paid, byCode, toAccept, courses, waiting } = doneToday(served)
  const { base, balance } = served
  if (name === 'enrol') {
    if (base === undefined) return nothing
    const words = [base.userName, base.userPhone, gearName(base.gearType), base.schoolName]
    return { state: { word: '已报名' }, words: words.join(' · ') }
  }
  if (name === 'pay') {
    const left = balance === undefined ? '' : `余额 ${money(balance.cash + balance.bonus)}`
    const [claimed] = toAccept
    if (byCode !== undefined) return { state: { word: '待扫码', waits: true }, words: money(byCode.amount) }
    if (claimed !== undefined)
      return { state: { word: '待驾校确认', waits: true }, words: money(claimed.amount) }
    if (paid.length === 0) return { state: null, words: left }
    const sum = paid.reduce((sum, { amount }) => sum + amount, 0)
    return { state: { word: '已收款' }, words: `今天 ${money(sum)}，${left}` }
  }
  if (name === 'course') {
    const [due] = waiting
    if (due !== undefined)
      return { state: { word: '待支付', waits: true }, words: `${due.courseName} ${money(due.amount)}` }
    if (courses.length === 0) return nothing
    return { state: { word: '已下单' }, words: courses.map(({ courseName }) => courseName).join('、') }
  }
  return printed ? { state: { word: '已打印' }, words: '' } : nothing
}
