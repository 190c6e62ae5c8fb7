import { account, changesContact, type Me, profileForm } from '@drivesim/contract/people/account'
import { App, Button, Form, Input } from 'antd'
import { useChange } from '../../../api/query.ts'
import { PortraitUpload } from '../../../parts/PortraitUpload.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { CentreForm } from './CentreForm.tsx'

/** 编辑个人信息: 取消 restores what was there, without asking. */
export function ProfileForm({ me, onDone }: { me: Me; onDone: () => void }) {
  const { message } = App.useApp()
  const [form] = Form.useForm<Record<string, unknown>>()
  const save = useChange(account.modify, { invalidates: [account.me], quiet: true })
  const userPhone = Form.useWatch('userPhone', form)
  const userMail = Form.useWatch('userMail', form)
  const contact = {
    userPhone: String(userPhone ?? me.userPhone ?? ''),
    userMail: String(userMail ?? me.userMail ?? ''),
  }
  const needsPassword = changesContact(me, contact)
  const cancel = () => {
    form.resetFields()
    onDone()
  }
  return (
    <CentreForm
      schema={profileForm}
      form={form}
      initial={{
        userId: me.userId,
        userIcon: me.userIcon,
        userName: me.userName,
        userPhone: me.userPhone ?? '',
        userMail: me.userMail ?? '',
      }}
      loading={save.isPending}
      submitError={save.error}
      cancel={<Button onClick={cancel}>取消</Button>}
      onSubmit={values =>
        save.mutate(values, {
          onSuccess: () => {
            void message.success('个人信息已保存')
            onDone()
          },
        })
      }
    >
      <Field name="userIcon">
        <PortraitUpload what="头像" />
      </Field>
      <Field name="userName">
        <Input autoComplete="name" maxLength={50} />
      </Field>
      <Field name="userPhone">
        <Input autoComplete="tel" inputMode="tel" />
      </Field>
      <Field name="userMail">
        <Input autoComplete="email" inputMode="email" />
      </Field>
      {needsPassword && (
        <Field name="password" required help="修改联系电话或电子邮箱，请输入登录密码">
          <Input.Password autoComplete="current-password" />
        </Field>
      )}
    </CentreForm>
  )
}
