import { apiKeys } from '@drivesim/contract/open/apiKeys/apiKeys'
import { account, passwordForm, shortestPassword } from '@drivesim/contract/people/account'
import { useQuery } from '@tanstack/react-query'
import { App, Form, Input } from 'antd'
import type { ReactNode } from 'react'
import { meQuery } from '../../../api/me.ts'
import { useChange } from '../../../api/query.ts'
import { Choices } from '../../../ui/form/Choices.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { CentreForm } from './CentreForm.tsx'

interface Props {
  /** Somebody else may have been at the account. */
  isNotMe?: boolean
  onDone: () => void
  cancel: ReactNode
}

const stopChoices = [
  { value: false, label: '不停用' },
  { value: true, label: '全部停用' },
]

/** 修改密码: the sentences of spec §5 and a match check; the other sessions end with it. */
export function PasswordForm({ isNotMe = false, onDone, cancel }: Props) {
  const { message } = App.useApp()
  const me = useQuery(meQuery).data
  const [form] = Form.useForm<Record<string, unknown>>()
  const change = useChange(account.changePassword, {
    invalidates: [account.me, account.sessions, apiKeys.own],
    quiet: true,
  })
  return (
    <CentreForm
      schema={passwordForm}
      form={form}
      initial={{ oPwd: '', nPwd: '', cPwd: '', stopKeys: isNotMe }}
      loading={change.isPending}
      submitError={change.error}
      cancel={cancel}
      onSubmit={values =>
        change.mutate(values, {
          onSuccess: () => {
            void message.success('密码已修改，其他设备需要重新登录')
            onDone()
          },
        })
      }
    >
      {/* So that a password manager keeps the new password under the right name. */}
      <input hidden readOnly autoComplete="username" value={me?.userAccount ?? ''} />
      <Field name="oPwd">
        <Input.Password autoComplete="current-password" autoFocus />
      </Field>
      <Field
        name="nPwd"
        help={`至少 ${shortestPassword} 位，不要用常见密码，也不要含有账号、姓名、机构或产品名称`}
      >
        <Input.Password autoComplete="new-password" />
      </Field>
      <Field name="cPwd">
        <Input.Password autoComplete="new-password" />
      </Field>
      {isNotMe && (
        <Field
          name="stopKeys"
          help="停用后，用您的密钥调用接口的程序随即不能再用，您的推送地址不再收到推送；怀疑账号被别人用过时请停用"
        >
          <Choices options={stopChoices} />
        </Field>
      )}
    </CentreForm>
  )
}
