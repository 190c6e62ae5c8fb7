import type { DataOf } from '@drivesim/contract/endpoint'
import type { students } from '@drivesim/contract/people/students/students'
import { gearName } from '../../../parts/gearTypes.ts'
import { DateTime } from '../../../ui/DateTime.tsx'
import { duration } from '../../../ui/format.ts'
import { RecordTable } from '../../../ui/list/RecordTable.tsx'
import { Panel } from '../../../ui/PageHead.tsx'
import { EnrolmentTag } from './EnrolmentTag.tsx'

export type Student = NonNullable<DataOf<typeof students.info>['base']>

/** 报名记录, the present one first. */
export function Enrolments({ enrolments }: Pick<Student, 'enrolments'>) {
  return (
    <Panel title="报名记录">
      <RecordTable
        title="报名记录"
        rows={enrolments}
        rowKey={row => row.enrolmentId}
        columns={[
          { key: 'school', title: '驾校', clip: 240, render: row => row.schoolName },
          { key: 'gear', title: '驾照类型', render: row => gearName(row.gearType) },
          { key: 'state', title: '状态', render: row => <EnrolmentTag state={row.state} /> },
          { key: 'at', title: '报名时间', render: row => <DateTime at={row.registeredAt} /> },
          {
            key: 'left',
            title: '剩余时长',
            numeric: true,
            render: row => duration(row.remainingMinutes * 60),
          },
        ]}
        empty="没有报名记录。"
      />
    </Panel>
  )
}
