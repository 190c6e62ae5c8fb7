import { feedbacks, type SignUpRow } from '@drivesim/contract/feedbacks'
import { gearName } from '../../parts/gearTypes.ts'
import { schoolFilter } from '../../parts/schoolFilter.ts'
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
  return (
    <ListPage
      name="signUps"
      title="报名列表"
      endpoint={feedbacks.signUps}
      exportEndpoint={feedbacks.signUpExport}
      rowKey={row => row.id}
      columns={columns}
      filters={[schoolFilter]}
      empty={{ title: '还没有人报名', hint: '学员在应用里留下联系方式后会出现在这里' }}
    />
  )
}
