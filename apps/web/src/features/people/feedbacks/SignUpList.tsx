import { feedbacks, type SignUpRow, signUpList } from '@drivesim/contract/people/feedbacks'
import { useState } from 'react'
import { Reveal } from '../../../parts/Reveal.tsx'
import { schoolFilter } from '../../../parts/schoolFilter.ts'
import { useCan } from '../../../ui/Can.tsx'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'

const columns = columnsOf(signUpList, {})

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
