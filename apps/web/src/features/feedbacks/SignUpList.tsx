import { feedbacks, type SignUpRow } from '@drivesim/contract/feedbacks'
import { useState } from 'react'
import { gearName } from '../../parts/gearTypes.ts'
import { Reveal } from '../../parts/Reveal.tsx'
import { schoolFilter } from '../../parts/schoolFilter.ts'
import { useCan } from '../../ui/Can.tsx'
import { DateTime } from '../../ui/DateTime.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { Column } from '../../ui/list/types.ts'

const columns: Column<SignUpRow>[] = [
  { key: 'name', title: '姓名', render: row => row.name },
  { key: 'phone', title: '手机号', render: row => <span className="ui-digits">{row.phone}</span> },
  { key: 'schoolName', title: '意向驾校', clip: 200, render: row => row.schoolName },
  { key: 'gearType', title: '驾照类型', render: row => gearName(row.gearType) },
  { key: 'createdAt', title: '提交时间', render: row => <DateTime at={row.createdAt} /> },
]

/** Who left their number in an app, to be called back. */
export default function SignUpList() {
  const [calling, call] = useState<SignUpRow | null>(null)
  const mayReveal = useCan('student:reveal')
  return (
    <>
      <ListPage
        name="signUps"
        title="报名列表"
        endpoint={feedbacks.signUps}
        exportEndpoint={feedbacks.signUpExport}
        rowKey={row => row.id}
        columns={columns}
        filters={[schoolFilter]}
        {...(mayReveal && {
          actions: (row: SignUpRow) => [{ label: '查看手机号', onAct: () => call(row) }],
        })}
        empty={{ title: '还没有人报名', hint: '学员在应用里留下联系方式后会出现在这里' }}
      />
      {calling !== null && (
        <Reveal
          what="手机号"
          name={calling.name}
          endpoint={feedbacks.revealSignUp}
          of={{ id: calling.id }}
          words={{ phone: '手机号' }}
          onClosed={() => call(null)}
        />
      )}
    </>
  )
}
