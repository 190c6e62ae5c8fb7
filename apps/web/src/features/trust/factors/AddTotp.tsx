import { factors } from '@drivesim/contract/trust/factors'
import { useQuery } from '@tanstack/react-query'
import { Alert, App, Button, Form, Input } from 'antd'
import { isSilent } from '../../../api/callError.ts'
import { query, useChange } from '../../../api/query.ts'
import { DraggableModal } from '../../../ui/DraggableModal.tsx'
import { Field, SchemaContext } from '../../../ui/form/Field.tsx'
import { ErrorState, RowsSkeleton } from '../../../ui/states.tsx'
import { useCopy } from '../../../ui/useCopy.ts'
import styles from './factors.module.css'

interface Props {
  readonly onDone: () => void
  readonly onClosed: () => void
}

/** Adds an app that shows codes: it scans the code here, and shows its first one. */
export function AddTotp({ onDone, onClosed }: Props) {
  const begun = useQuery({
    ...query(factors.beginTotp, undefined, { quiet: true }),
    gcTime: 0,
    staleTime: Infinity,
  })
  return (
    <DraggableModal open title="添加动态验证码" footer={null} onCancel={onClosed}>
      {begun.isPending && <RowsSkeleton rows={4} />}
      {begun.error !== null && <ErrorState error={begun.error} onRetry={() => void begun.refetch()} />}
      {begun.data !== undefined && <Steps {...begun.data} onDone={onDone} />}
    </DraggableModal>
  )
}

interface StepsProps {
  readonly challenge: string
  readonly setupKey: string
  readonly svg: string
  readonly onDone: () => void
}

const schema = factors.addTotp.input.pick({ name: true, code: true })

function Steps({ challenge, setupKey, svg, onDone }: StepsProps) {
  const { message } = App.useApp()
  const copy = useCopy()
  const [form] = Form.useForm<{ name: string; code: string }>()
  const adding = useChange(factors.addTotp, { invalidates: [factors.info], quiet: true })
  const submit = (values: { name: string; code: string }) =>
    adding.mutate(
      { challenge, ...values },
      {
        onSuccess: () => {
          void message.success('动态验证码已添加，其他设备需要重新登录')
          onDone()
        },
      },
    )
  return (
    <SchemaContext value={schema}>
      <Form
        form={form}
        layout="vertical"
        className="ui-form"
        initialValues={{ name: '手机验证器', code: '' }}
        onFinish={submit}
      >
        {adding.error !== null && !isSilent(adding.error) && (
          <Alert className="ui-form-error" type="error" showIcon title={adding.error.message} />
        )}
        <p>
          用手机上的验证器应用（如 Microsoft Authenticator、Google
          身份验证器、微信小程序“腾讯身份验证器”）扫描：
        </p>
        <div className={styles.code}>
          {/* White whatever the theme: scanners want it so. */}
          <img src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt="添加动态验证码的二维码" />
          <div className={styles.byHand}>
            <p className="ui-quiet">不能扫描时，在应用里手工输入密钥：</p>
            <p className={styles.secret} data-testid="totp-secret">
              {setupKey.replace(/(.{4})(?=.)/g, '$1 ')}
            </p>
            <Button size="small" onClick={() => void copy('密钥', setupKey)}>
              复制密钥
            </Button>
          </div>
        </div>
        <Field name="name">
          <Input maxLength={50} />
        </Field>
        <Field name="code" label="应用现在显示的 6 位验证码">
          <Input inputMode="numeric" autoComplete="one-time-code" maxLength={10} autoFocus />
        </Field>
        <Button block type="primary" htmlType="submit" loading={adding.isPending}>
          验证并添加
        </Button>
      </Form>
    </SchemaContext>
  )
}
