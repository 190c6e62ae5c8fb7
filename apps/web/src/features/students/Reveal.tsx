import type { DataOf } from '@drivesim/contract/endpoint'
import type { StudentRow } from '@drivesim/contract/studentShapes'
import { students } from '@drivesim/contract/students'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { useChange } from '../../api/query.ts'
import { DraggableModal } from '../../ui/DraggableModal.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { DrawerForm } from '../../ui/form/DrawerForm.tsx'
import { Field } from '../../ui/form/Field.tsx'

type Revealed = DataOf<typeof students.reveal>

/** 查看证件: phone and ID number in full, once a reason is given; who looked and why is in the operation log. */
export function Reveal({ student, onClosed }: { student: StudentRow; onClosed: () => void }) {
  const reveal = useChange(students.reveal, { quiet: true })
  const [revealed, setRevealed] = useState<Revealed | null>(null)
  if (revealed !== null) return <Papers student={student} revealed={revealed} onClosed={onClosed} />
  return (
    <DrawerForm
      title={`查看证件 ${student.userName}`}
      submitText="查看证件"
      schema={students.reveal.input}
      initial={{ userId: student.userId }}
      loading={reveal.isPending}
      submitError={reveal.error}
      onSubmit={async values => setRevealed(await reveal.mutateAsync(values))}
      onClosed={onClosed}
    >
      <p>完整的手机号和身份证号属于个人信息，查看人、时间和原因会记入操作日志。</p>
      <Field name="reason" label="查看原因">
        <Input.TextArea rows={3} maxLength={200} placeholder="如 核对考试报名资料" />
      </Field>
    </DrawerForm>
  )
}

function Papers({
  student,
  revealed,
  onClosed,
}: {
  student: StudentRow
  revealed: Revealed
  onClosed: () => void
}) {
  return (
    <DraggableModal
      open
      title={`${student.userName} 的证件`}
      onCancel={onClosed}
      footer={
        <Button type="primary" onClick={onClosed}>
          关闭
        </Button>
      }
    >
      <Facts
        items={[
          ['手机号', <Digits key="phone" text={revealed.userPhone} />],
          ['身份证号', <Digits key="id" text={revealed.idNumber} />],
        ]}
      />
    </DraggableModal>
  )
}

function Digits({ text }: { text: string | null }) {
  return <span className="ui-digits">{text ?? '没有登记'}</span>
}
