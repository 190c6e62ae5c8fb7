import { CheckOutlined, CloseOutlined } from '@ant-design/icons'
import { type NoticeConfig, noticeList } from '@drivesim/contract/notices/notices'
import { Button, Switch, TimePicker } from 'antd'
import { ActButton } from '../../../ui/ActButton.tsx'
import { FigureInput } from '../../../ui/form/FigureInput.tsx'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import type { Column } from '../../../ui/list/types.ts'
import type { SavedRow } from './noticeCalls.ts'
import styles from './notices.module.css'
import { clockOfTime, minutesOfTime, timeOfClock, timeOfMinutes } from './noticeTimes.ts'

/** What the buttons of a row do. */
interface RowActs {
  onSave: (row: NoticeConfig) => void
  onRestore: (row: NoticeConfig) => void
  onDevices: (row: SavedRow) => void
}

interface RowActions extends RowActs {
  isMarked: (row: NoticeConfig) => boolean
  onEdit: (row: NoticeConfig, change: Partial<NoticeConfig>) => void
}

const words = noticeList.columns

/** The pickers of both times: HH:mm in steps of 1 hour and 5 minutes (spec §2, §9). */
const picker = {
  format: 'HH:mm',
  hourStep: 1,
  minuteStep: 5,
  allowClear: false,
  needConfirm: false,
} as const

/** The table of spec §2; every field edits its row in place. */
export function noticeColumns({ isMarked, onEdit, ...acts }: RowActions): Column<NoticeConfig>[] {
  const fields = columnsOf(noticeList, {
    messageTypeChn: (row, shown) => (
      <span className={styles.type}>
        {shown}
        {isMarked(row) && <span className={styles.mark}>已修改</span>}
      </span>
    ),
    enable: row => (
      <Switch
        aria-label={`${row.messageTypeChn} ${words.enable.word}`}
        checkedChildren={words.enable.yes}
        unCheckedChildren={words.enable.no}
        checked={row.enable}
        onChange={enable => onEdit(row, { enable })}
      />
    ),
    createLimit: row => (
      <TimePicker
        {...picker}
        className={styles.time ?? ''}
        aria-label={`${row.messageTypeChn} ${words.createLimit.word}`}
        showNow={false}
        value={timeOfMinutes(row.createLimit)}
        onChange={time => time !== null && onEdit(row, { createLimit: minutesOfTime(time) })}
      />
    ),
    ableTime: row => (
      <TimePicker.RangePicker
        {...picker}
        className={styles.range ?? ''}
        aria-label={`${row.messageTypeChn} ${words.ableTime.word}`}
        order={false}
        value={[timeOfClock(row.ableTimeBegin), timeOfClock(row.ableTimeEnd)]}
        onChange={range => {
          if (!range?.[0] || !range[1]) return
          const [ableTimeBegin, ableTimeEnd] = [clockOfTime(range[0]), clockOfTime(range[1])]
          onEdit(row, { ableTime: [ableTimeBegin, ableTimeEnd], ableTimeBegin, ableTimeEnd })
        }}
      />
    ),
    effectiveTime: row => (
      <FigureInput
        className={styles.days ?? ''}
        aria-label={`${row.messageTypeChn} ${words.effectiveTime.word}`}
        min={1}
        max={365}
        decimals={0}
        value={row.effectiveTime}
        onChange={days => days !== null && onEdit(row, { effectiveTime: days })}
      />
    ),
  })
  return [
    ...fields,
    {
      key: 'actions',
      title: '操作',
      render: row => <RowButtons row={row} marked={isMarked(row)} {...acts} />,
    },
  ]
}

interface RowButtonsProps extends RowActs {
  row: NoticeConfig
  marked: boolean
}

/** What becomes of a row that was changed, and its devices. */
function RowButtons({ row, marked, onSave, onRestore, onDevices }: RowButtonsProps) {
  return (
    <span className={styles.actions}>
      <ActButton
        size="small"
        reason={hasId(row) ? null : '保存这一行以后才能查看'}
        onClick={() => hasId(row) && onDevices(row)}
      >
        查看详细
      </ActButton>
      {marked && (
        <>
          <Button
            type="primary"
            shape="circle"
            size="small"
            icon={<CheckOutlined />}
            aria-label={`确认修改 ${row.messageTypeChn}`}
            title="确认修改"
            onClick={() => onSave(row)}
          />
          <Button
            shape="circle"
            size="small"
            icon={<CloseOutlined />}
            aria-label={`取消修改 ${row.messageTypeChn}`}
            title="取消修改"
            onClick={() => onRestore(row)}
          />
        </>
      )}
    </span>
  )
}

function hasId(row: NoticeConfig): row is SavedRow {
  return row.configId !== null
}
