import { businessDayOf } from '@drivesim/contract/businessDay'
import { dayKinds, type NationalDay } from '@drivesim/contract/operations/opsSettings/opsSettingShapes'
import { opsSettings } from '@drivesim/contract/operations/opsSettings/opsSettings'
import { useQuery } from '@tanstack/react-query'
import { App, Input, Select } from 'antd'
import { useState } from 'react'
import { query, useChange } from '../../../api/query.ts'
import { serverNow } from '../../../api/serverClock.ts'
import { usePlatformOnly } from '../../../parts/platform.ts'
import { ActButton } from '../../../ui/ActButton.tsx'
import { useCan } from '../../../ui/Can.tsx'
import { DayPicker } from '../../../ui/form/DayPicker.tsx'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { useConfirm } from '../../../ui/form/useConfirm.ts'
import { RecordTable } from '../../../ui/list/RecordTable.tsx'
import type { Column } from '../../../ui/list/types.ts'
import { optionsOf } from '../../../ui/options.ts'
import { Panel } from '../../../ui/PageHead.tsx'
import { StateTag } from '../../../ui/StateTag.tsx'
import { BlockSkeleton, ErrorState } from '../../../ui/states.tsx'
import styles from './setting.module.css'

const reads = [opsSettings.info, opsSettings.days]

const columns: readonly Column<NationalDay>[] = [
  { key: 'day', title: '日期', render: row => <span className="ui-digits">{row.day}</span> },
  {
    key: 'kind',
    title: '类型',
    render: row => (
      <StateTag tone={row.kind === 'off' ? 'good' : 'warn'} icon={null}>
        {dayKinds[row.kind]}
      </StateTag>
    ),
  },
  { key: 'name', title: '名称', render: row => row.name },
  { key: 'manual', title: '来源', render: row => (row.manual ? '手动录入' : '导入') },
]

/** 节假日 of a year: days that are not as their weekday has it. */
export function HolidayPanel() {
  const [year, setYear] = useState(() => Number(businessDayOf(serverNow()).slice(0, 4)))
  const [open, setOpen] = useState<NationalDay | 'add' | null>(null)
  const days = useQuery(query(opsSettings.days, { year }, { quiet: true }))
  const clear = useChange(opsSettings.saveDay, { invalidates: reads })
  const load = useChange(opsSettings.importYear, { invalidates: reads })
  const ask = useConfirm()
  const { message } = App.useApp()
  const mayEdit = useCan('ops:dispatch')
  const reason = usePlatformOnly('节假日')
  const importYear = () =>
    load.mutate({ year }, { onSuccess: ({ added }) => void message.success(`已导入 ${added} 天`) })
  return (
    <Panel
      title="节假日"
      extra={
        <div className={styles.extra}>
          <Select
            aria-label="年份"
            value={year}
            options={[-1, 0, 1].map(by => {
              const choice = Number(businessDayOf(serverNow()).slice(0, 4)) + by
              return { value: choice, label: `${choice} 年` }
            })}
            onChange={setYear}
          />
          {mayEdit && (
            <>
              <ActButton reason={reason} loading={load.isPending} onClick={importYear}>
                导入 {year} 年
              </ActButton>
              <ActButton reason={reason} onClick={() => setOpen('add')}>
                录入一天
              </ActButton>
            </>
          )}
        </div>
      }
    >
      {days.error !== null ? (
        <ErrorState error={days.error} onRetry={() => void days.refetch()} />
      ) : days.data === undefined ? (
        <BlockSkeleton height={200} />
      ) : (
        <RecordTable
          title="节假日"
          rows={days.data}
          rowKey={row => row.day}
          columns={columns}
          {...(mayEdit && {
            actions: (row: NationalDay) => [
              { label: '修改', reason, onAct: () => setOpen(row) },
              {
                label: '恢复为平日',
                reason,
                onAct: () =>
                  ask({
                    title: `${row.day} 按星期计？`,
                    consequence: '这一天不再按节假日或调休，未完结工单的时限会重新计算。',
                    verb: '恢复为平日',
                    run: () => clear.mutateAsync({ day: row.day, kind: null }),
                  }),
              },
            ],
          })}
          empty={`还没有 ${year} 年的放假安排，暂按星期一至星期五计。`}
        />
      )}
      {open !== null && <DayForm {...(open !== 'add' && { day: open })} onClosed={() => setOpen(null)} />}
    </Panel>
  )
}

function DayForm({ day, onClosed }: { day?: NationalDay; onClosed: () => void }) {
  const save = useChange(opsSettings.saveDay, { invalidates: reads, quiet: true })
  return (
    <DrawerForm
      title={day === undefined ? '录入节假日' : `修改 ${day.day}`}
      submitText="保存"
      schema={opsSettings.saveDay.input}
      initial={day ?? { kind: 'off' }}
      loading={save.isPending}
      submitError={save.error}
      onSubmit={values => save.mutateAsync(values)}
      onClosed={onClosed}
    >
      {day === undefined && (
        <Field name="day">
          <DayPicker />
        </Field>
      )}
      <Field name="kind" help="休：这一天不计时；班：周末调休上班，计时">
        <Select options={optionsOf(dayKinds)} />
      </Field>
      <Field name="name">
        <Input maxLength={20} placeholder="如 国庆节" />
      </Field>
    </DrawerForm>
  )
}
