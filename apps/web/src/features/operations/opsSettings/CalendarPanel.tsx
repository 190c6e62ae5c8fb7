import { PlusOutlined } from '@ant-design/icons'
import type { DataOf } from '@drivesim/contract/endpoint'
import { opsCalendars } from '@drivesim/contract/operations/opsSettings/opsSettingShapes'
import { opsSettings } from '@drivesim/contract/operations/opsSettings/opsSettings'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { useChange } from '../../../api/query.ts'
import { OrganisationPicker } from '../../../parts/OrganisationPicker.tsx'
import { Can, useCan } from '../../../ui/Can.tsx'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { useConfirm } from '../../../ui/form/useConfirm.ts'
import { RecordTable } from '../../../ui/list/RecordTable.tsx'
import type { Column } from '../../../ui/list/types.ts'
import { optionsOf } from '../../../ui/options.ts'
import { Panel } from '../../../ui/PageHead.tsx'

type Calendar = DataOf<typeof opsSettings.info>['calendars'][number]

const columns: readonly Column<Calendar>[] = [
  { key: 'organName', title: '机构', clip: 220, render: row => row.organName },
  { key: 'calendar', title: '工作日历', render: row => opsCalendars[row.calendar] },
]

/** Organisations that do not work on statutory working days alone. */
export function CalendarPanel({ calendars }: { calendars: readonly Calendar[] }) {
  const [open, setOpen] = useState<Calendar | 'add' | null>(null)
  const mayEdit = useCan('ops:dispatch')
  const remove = useChange(opsSettings.saveCalendar, { invalidates: [opsSettings.info] })
  const ask = useConfirm()
  return (
    <Panel
      title="工作日历"
      extra={
        <Can code="ops:dispatch">
          <Button icon={<PlusOutlined />} onClick={() => setOpen('add')}>
            设置机构日历
          </Button>
        </Can>
      }
    >
      <RecordTable
        title="工作日历"
        rows={[...calendars]}
        rowKey={row => row.organId}
        columns={columns}
        {...(mayEdit && {
          actions: (row: Calendar) => [
            { label: '修改', onAct: () => setOpen(row) },
            {
              label: '取消设置',
              onAct: () =>
                ask({
                  title: `取消“${row.organName}”的工作日历？`,
                  consequence:
                    '服务点改用所属驾校的日历，其他机构改用法定工作日；未完结工单的时限会重新计算。',
                  verb: '取消设置',
                  run: () => remove.mutateAsync({ organId: row.organId, calendar: null }),
                }),
            },
          ],
        })}
        empty="所有机构都按法定工作日；周末也营业的机构可以单独设置。"
      />
      {open !== null && (
        <CalendarForm {...(open !== 'add' && { calendar: open })} onClosed={() => setOpen(null)} />
      )}
    </Panel>
  )
}

function CalendarForm({ calendar, onClosed }: { calendar?: Calendar; onClosed: () => void }) {
  const save = useChange(opsSettings.saveCalendar, { invalidates: [opsSettings.info], quiet: true })
  return (
    <DrawerForm
      title={calendar === undefined ? '设置机构日历' : `设置机构日历 ${calendar.organName}`}
      submitText="保存"
      schema={opsSettings.saveCalendar.input}
      initial={{ organId: calendar?.organId, calendar: calendar?.calendar ?? 'everyDay' }}
      loading={save.isPending}
      submitError={save.error}
      onSubmit={values => save.mutateAsync(values)}
      onClosed={onClosed}
    >
      {calendar === undefined && (
        <Field name="organId" help="驾校的日历也用于没有单独设置的服务点">
          <OrganisationPicker />
        </Field>
      )}
      <Field name="calendar">
        <Select options={optionsOf(opsCalendars)} />
      </Field>
    </DrawerForm>
  )
}
