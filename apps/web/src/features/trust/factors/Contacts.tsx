import { type ContactKind, contactCodeMinutes, contactKinds } from '@drivesim/contract/trust/contactKinds'
import { contacts as contactCalls, contactErrors, type OwnContact } from '@drivesim/contract/trust/contacts'
import { factorErrors } from '@drivesim/contract/trust/factorErrors'
import { factors } from '@drivesim/contract/trust/factors'
import { useQuery } from '@tanstack/react-query'
import { Alert, App, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { isSilent } from '../../../api/callError.ts'
import { useChange } from '../../../api/query.ts'
import { ActButton } from '../../../ui/ActButton.tsx'
import { DraggableModal } from '../../../ui/DraggableModal.tsx'
import { Field, SchemaContext } from '../../../ui/form/Field.tsx'
import { ErrorState, RowsSkeleton } from '../../../ui/states.tsx'
import styles from './factors.module.css'

interface Props {
  readonly contacts: readonly OwnContact[]
}

/** Why no code can be sent there; null: one can. */
const refusalOf = ({ kind, address, canSend }: OwnContact): string | null => {
  if (address === null) return contactErrors.contactMissing.sentence(kind)
  return canSend ? null : contactErrors.contactUnavailable.sentence(kind)
}

/** One's mail and phone, and whether they are known to reach one. */
export function Contacts({ contacts }: Props) {
  const [verifying, setVerifying] = useState<OwnContact | null>(null)
  return (
    <section className={styles.contacts} aria-labelledby="factors-contacts">
      <h3 id="factors-contacts">联系方式</h3>
      <p className="ui-quiet">已验证的联系方式用来接收账号安全通知，也用来自助重置忘记的密码。</p>
      <ul className={styles.list}>
        {contacts.map(contact => {
          const { kind, address, verifiedAt } = contact
          return (
            <li key={kind}>
              <div>
                <span>
                  {contactKinds[kind]} {address ?? '未填写'}
                </span>
                {address !== null && (
                  <span className={`ui-quiet ${styles.kind}`}>
                    {verifiedAt === null ? '未验证' : '已验证'}
                  </span>
                )}
              </div>
              {verifiedAt === null && (
                <ActButton
                  size="small"
                  reason={refusalOf(contact)}
                  aria-label={`验证${contactKinds[kind]}`}
                  onClick={() => setVerifying(contact)}
                >
                  验证
                </ActButton>
              )}
            </li>
          )
        })}
      </ul>
      {verifying !== null && (
        <CodeDialog
          contact={verifying}
          title={`验证${contactKinds[verifying.kind]}`}
          done="已验证"
          onClosed={() => setVerifying(null)}
        />
      )}
    </section>
  )
}

/** Where nobody knows this browser: a verified contact says that it is its person who adds the first factor. */
export function FirstFactorProof({ contacts }: Props) {
  const [chosen, setChosen] = useState<OwnContact | null>(null)
  const usable = contacts.filter(contact => contact.verifiedAt !== null && refusalOf(contact) === null)
  if (usable.length === 0)
    return <Alert type="warning" showIcon title={factorErrors.strangeBrowser.sentence()} />
  return (
    <>
      <Alert
        type="warning"
        showIcon
        title="这个浏览器没有登录过您的账号"
        description="为防止他人冒用，请先用已验证的联系方式确认是您本人，再添加验证方式。"
      />
      <div className={styles.acts}>
        {usable.map(contact => (
          <Button key={contact.kind} type="primary" onClick={() => setChosen(contact)}>
            用{contactKinds[contact.kind]}确认
          </Button>
        ))}
      </div>
      {chosen !== null && (
        <CodeDialog
          contact={chosen}
          title={`用${contactKinds[chosen.kind]}确认`}
          done="已确认，请添加验证方式"
          onClosed={() => setChosen(null)}
        />
      )}
    </>
  )
}

interface DialogProps {
  readonly contact: OwnContact
  readonly title: string
  /** What is said when it was right. */
  readonly done: string
  readonly onClosed: () => void
}

const schema = contactCalls.confirm.input.pick({ code: true })

/** Sends a code there, and asks for it. */
function CodeDialog({ contact: { kind, address }, title, done, onClosed }: DialogProps) {
  const { message } = App.useApp()
  const sending = useSentCode(kind)
  const confirming = useChange(contactCalls.confirm, { invalidates: [factors.info], quiet: true })
  const submit = ({ code }: { code: string }) =>
    confirming.mutate(
      { kind, code },
      {
        onSuccess: () => {
          void message.success(done)
          onClosed()
        },
      },
    )
  return (
    <DraggableModal open title={title} footer={null} onCancel={onClosed}>
      {sending.isPending && <RowsSkeleton rows={2} />}
      {sending.error !== null && <ErrorState error={sending.error} onRetry={() => void sending.refetch()} />}
      {sending.isSuccess && (
        <SchemaContext value={schema}>
          <Form layout="vertical" className="ui-form" initialValues={{ code: '' }} onFinish={submit}>
            {confirming.error !== null && !isSilent(confirming.error) && (
              <Alert className="ui-form-error" type="error" showIcon title={confirming.error.message} />
            )}
            <p>
              验证码已发送到 {address}，{contactCodeMinutes} 分钟内有效。
            </p>
            <Field name="code">
              <Input inputMode="numeric" autoComplete="one-time-code" maxLength={12} autoFocus />
            </Field>
            <Button block type="primary" htmlType="submit" loading={confirming.isPending}>
              确认
            </Button>
            <div className={styles.acts}>
              <Button
                type="link"
                size="small"
                loading={sending.isFetching}
                onClick={() => void sending.refetch()}
              >
                重新发送
              </Button>
            </div>
          </Form>
        </SchemaContext>
      )}
    </DraggableModal>
  )
}

/** Sends a code once the dialog opens, and again where it is asked to. */
const useSentCode = (kind: ContactKind) =>
  useQuery({
    queryKey: ['contactCode', kind],
    queryFn: () => call(contactCalls.verify, { kind }, { quiet: true }),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  })
