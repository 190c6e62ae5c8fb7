import type { MemberRow } from '@drivesim/contract/people/members'
import { factorResets, identityProofs } from '@drivesim/contract/trust/factorResets'
import { App, Input, Select } from 'antd'
import { useChange } from '../../../api/query.ts'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { memberReads } from './reads.ts'

interface Props {
  member: MemberRow
  onReset: (firstPassword: string | null) => void
  onClosed: () => void
}

const proofs = Object.entries(identityProofs).map(([value, label]) => ({ value, label }))

/** 重置两步验证: for somebody who lost every way to prove who they are. */
export function ResetFactors({ member, onReset, onClosed }: Props) {
  const { message } = App.useApp()
  const ask = useChange(factorResets.ask, { invalidates: [...memberReads, factorResets.list], quiet: true })
  return (
    <DrawerForm
      title={`重置“${member.userName}”的两步验证`}
      submitText="重置两步验证"
      schema={factorResets.ask.input}
      initial={{ userId: member.userId }}
      loading={ask.isPending}
      submitError={ask.error}
      onSubmit={async values => {
        const { state, firstPassword } = await ask.mutateAsync(values)
        if (state === 'waiting') void message.info('已提交，须由另一名管理员批准')
        else onReset(firstPassword)
      }}
      onClosed={onClosed}
    >
      <p>
        原来的验证方式、恢复码和密码全部作废，登录全部退出；成员用初始密码登录后重新开启。能影响资金或他人数据的成员，须由另一名管理员批准。
      </p>
      <Field name="proof">
        <Select options={proofs} placeholder="怎样确认是本人" />
      </Field>
      <Field name="reason">
        <Input.TextArea rows={3} maxLength={200} placeholder="如 手机丢失，恢复码也不在" />
      </Field>
    </DrawerForm>
  )
}
