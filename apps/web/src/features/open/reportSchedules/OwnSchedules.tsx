import { rangePresets } from '@drivesim/contract/board/dashboard/boardDates'
import { type ReportSchedule, reportSchedules } from '@drivesim/contract/open/reportSchedules/reportSchedules'
import { scheduleMachine } from '@drivesim/contract/open/reportSchedules/reportStates'
import { rhythmWords } from '@drivesim/contract/open/reportSchedules/reportTimes'
import { useQuery } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { useState } from 'react'
import { query, useChange } from '../../../api/query.ts'
import { DateTime } from '../../../ui/DateTime.tsx'
import { useConfirm } from '../../../ui/form/useConfirm.ts'
import { EmptyState, ErrorState, RowsSkeleton } from '../../../ui/states.tsx'
import EditSchedule from './EditSchedule.tsx'
import Runs from './Runs.tsx'
import styles from './reportSchedules.module.css'
import { ScheduleStateTag } from './ScheduleStateTag.tsx'

/** 定时报表 of 个人中心: one's own schedules, and what can be done with them. */
export default function OwnSchedules() {
  const own = useQuery(query(reportSchedules.mine, undefined, { quiet: true }))
  if (own.data === undefined) {
    if (own.error === null) return <RowsSkeleton rows={3} />
    return <ErrorState error={own.error} onRetry={() => void own.refetch()} />
  }
  if (own.data.length === 0)
    return <EmptyState title="还没有定时报表" hint="在任一列表的“导出”旁点“定时发送”，按周期自动收到文件" />
  return (
    <ul className={styles.schedules} aria-label="我的定时报表">
      {own.data.map(schedule => (
        <li key={schedule.scheduleId}>
          <Schedule schedule={schedule} />
        </li>
      ))}
    </ul>
  )
}

function Schedule({ schedule }: { schedule: ReportSchedule }) {
  const { name, state, reason, title, filters, range, nextAt, receivers } = schedule
  const about = [title, range === null ? null : rangePresets[range].label, filters]
  return (
    <article aria-label={name}>
      <div className={styles.line}>
        <h3>{name}</h3>
        <ScheduleStateTag state={state} />
      </div>
      <p className="ui-quiet">{about.filter(part => part !== null).join(' · ')}</p>
      <p>
        {rhythmWords(schedule)}
        {nextAt !== null && (
          <>
            ，下次 <DateTime at={nextAt} />
          </>
        )}
      </p>
      <p className="ui-quiet">
        发给{' '}
        {receivers
          .map(({ memberName, stopped }) =>
            stopped === null ? memberName : `${memberName}（已停止：${stopped}）`,
          )
          .join('、')}
      </p>
      <LastTime schedule={schedule} />
      {reason !== null && <p className={styles.reason}>停止的原因：{reason}</p>}
      <Acts schedule={schedule} />
    </article>
  )
}

function LastTime({ schedule: { lastAt, lastSent, lastWaiting, lastFailed } }: { schedule: ReportSchedule }) {
  if (lastAt === null) return <p className="ui-quiet">还没有发送过</p>
  const parts = [
    lastSent > 0 ? `${lastSent} 人已收到` : null,
    lastWaiting > 0 ? `${lastWaiting} 人生成中` : null,
    lastFailed > 0 ? `${lastFailed} 人没有收到` : null,
  ]
  return (
    <p className="ui-quiet">
      上次 <DateTime at={lastAt} />：{parts.filter(part => part !== null).join('，')}
    </p>
  )
}

function Acts({ schedule }: { schedule: ReportSchedule }) {
  const { scheduleId, name, state } = schedule
  const [shown, show] = useState<'form' | 'runs' | null>(null)
  const { message } = App.useApp()
  const ask = useConfirm()
  const invalidates = [reportSchedules.mine, reportSchedules.runs]
  const pause = useChange(reportSchedules.pause, { invalidates })
  const resume = useChange(reportSchedules.resume, { invalidates })
  const sendNow = useChange(reportSchedules.sendNow, { invalidates })
  const remove = useChange(reportSchedules.remove, { invalidates })
  const may = (action: keyof typeof scheduleMachine.actions) => scheduleMachine.may(action, state)
  const send = async () => {
    await sendNow.mutateAsync({ scheduleId })
    message.success('正在生成，完成后会有消息')
  }
  const removing = () =>
    ask({
      title: `删除定时报表“${name}”？`,
      consequence: '不再发送，发送记录一并删除。已发送的文件到期前仍可下载。',
      verb: '删除定时报表',
      danger: true,
      run: () => remove.mutateAsync({ scheduleId }),
    })
  return (
    <div className={styles.acts}>
      {may('sendNow') && (
        <Button size="small" loading={sendNow.isPending} onClick={() => void send().catch(() => undefined)}>
          立即发送一次
        </Button>
      )}
      {may('pause') && (
        <Button size="small" loading={pause.isPending} onClick={() => pause.mutate({ scheduleId })}>
          暂停
        </Button>
      )}
      {may('resume') && (
        <Button size="small" loading={resume.isPending} onClick={() => resume.mutate({ scheduleId })}>
          继续
        </Button>
      )}
      {may('modify') && (
        <Button size="small" onClick={() => show('form')}>
          修改
        </Button>
      )}
      <Button size="small" onClick={() => show('runs')}>
        历史
      </Button>
      <Button size="small" danger onClick={() => void removing()}>
        删除
      </Button>
      {shown === 'form' && <EditSchedule schedule={schedule} onClosed={() => show(null)} />}
      {shown === 'runs' && <Runs schedule={schedule} onClosed={() => show(null)} />}
    </div>
  )
}
