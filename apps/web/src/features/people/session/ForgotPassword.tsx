import { type ContactKind, contactCodeMinutes } from '@drivesim/contract/trust/contactKinds'
import { factorErrors } from '@drivesim/contract/trust/factorErrors'
import { passwordResets } from '@drivesim/contract/trust/passwordResets'
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import { call } from '../../../api/call.ts'
import { useSession } from '../../../api/session.ts'
import { Spinner } from '../../../app/frame/Spinner.tsx'
import { loginPath, takeResetToken } from '../../../app/guard/paths.ts'
import { LoginField } from './LoginField.tsx'
import styles from './LoginPage.module.css'
import { NewPassword, type Opened } from './NewPassword.tsx'
import { sentenceOf } from './refusals.ts'

interface Props {
  readonly onBack: () => void
}

type Stage =
  | { readonly kind: 'loading' }
  /** `kinds`: by what it can be done here. */
  | { readonly kind: 'ask'; readonly kinds: readonly ContactKind[] }
  | { readonly kind: 'sent'; readonly by: ContactKind; readonly account: string }
  | { readonly kind: 'opened'; readonly opened: Opened }

/** 忘记密码: by a link of a mail, or a code of a text message, that a verified contact gets; with the second step of who has one. */
export default function ForgotPassword({ onBack }: Props) {
  const [stage, setStage] = useState<Stage>({ kind: 'loading' })
  const [refusal, setRefusal] = useState<string | null>(null)
  const doing = async (work: () => Promise<Stage>) => {
    setRefusal(null)
    try {
      setStage(await work())
    } catch (error) {
      setRefusal(sentenceOf(error))
    }
  }
  const begin = useEffectEvent(async () => {
    const token = takeResetToken()
    if (token !== null) await doing(() => open({ token }))
    // Also where the link is no good: another one can be asked for.
    await loadWays(token === null)
  })
  const loadWays = async (isFirst: boolean) => {
    try {
      const { kinds } = await call(passwordResets.ways, undefined, { quiet: true })
      setStage(now => (now.kind === 'loading' ? { kind: 'ask', kinds } : now))
    } catch (error) {
      if (isFirst) setRefusal(sentenceOf(error))
    }
  }
  useEffect(() => void begin(), [])
  // The page may still have a session that this ends.
  const back = () => (useSession.getState().signedIn ? location.assign(loginPath) : onBack())
  return (
    <>
      <p className={styles.welcome}>{stage.kind === 'opened' ? '设置新密码' : '忘记密码'}</p>
      {stage.kind === 'loading' && refusal === null && <Spinner />}
      {stage.kind === 'ask' && <AskForm kinds={stage.kinds} onAsked={work => doing(work)} />}
      {stage.kind === 'sent' && <Sent {...stage} onCode={work => doing(work)} />}
      {stage.kind === 'opened' && (
        <NewPassword
          opened={stage.opened}
          onOver={why => {
            setStage({ kind: 'loading' })
            setRefusal(why)
            void loadWays(false)
          }}
        />
      )}
      <div role="alert" className={styles.refusal}>
        {refusal !== null && <p>{refusal}</p>}
      </div>
      <div className={styles.others}>
        <button type="button" onClick={back}>
          返回登录
        </button>
      </div>
    </>
  )
}

/** Gives a link or a code. A refusal is thrown. */
async function open(
  given: { readonly token: string } | { readonly account: string; readonly code: string },
): Promise<Stage> {
  return { kind: 'opened', opened: await call(passwordResets.check, given, { quiet: true }) }
}

const words = { mail: '邮件', sms: '短信' } as const

interface AskProps {
  readonly kinds: readonly ContactKind[]
  readonly onAsked: (work: () => Promise<Stage>) => Promise<void>
}

function AskForm({ kinds, onAsked }: AskProps) {
  const [account, setAccount] = useState('')
  const [by, setBy] = useState(kinds[0])
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  if (by === undefined) return <p>{factorErrors.resetUnavailable.sentence()}</p>
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const name = account.trim()
    if (busy) return
    if (name === '') return setProblem('账号不能为空')
    setBusy(true)
    await onAsked(async () => {
      await call(passwordResets.ask, { account: name, channel: by }, { quiet: true })
      return { kind: 'sent', by, account: name }
    })
    setBusy(false)
  }
  return (
    <form className={styles.form} noValidate onSubmit={event => void submit(event)}>
      <p className={styles.advice}>验证信息会发送到您已验证的联系方式。</p>
      <LoginField
        name="username"
        label="账号"
        placeholder="请输入用户名"
        autoComplete="username"
        autoFocus
        value={account}
        problem={problem}
        onChange={value => {
          setAccount(value)
          setProblem(undefined)
        }}
      />
      {kinds.length > 1 && (
        <fieldset className={styles.kinds} aria-label="发送方式">
          {kinds.map(kind => (
            <label key={kind}>
              <input type="radio" name="kind" checked={by === kind} onChange={() => setBy(kind)} />
              {words[kind]}
            </label>
          ))}
        </fieldset>
      )}
      <button type="submit" className={styles.submit} aria-disabled={busy}>
        {busy && <span className={`turning-wheel ${styles.wheel}`} aria-hidden="true" />}
        发送验证{words[by]}
      </button>
    </form>
  )
}

interface SentProps {
  readonly by: ContactKind
  readonly account: string
  readonly onCode: (work: () => Promise<Stage>) => Promise<void>
}

/** The same whether there is such an account or not. */
function Sent({ by, account, onCode }: SentProps) {
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || code.trim() === '') return
    setBusy(true)
    await onCode(() => open({ account, code }))
    setBusy(false)
  }
  return (
    <form className={styles.form} noValidate onSubmit={event => void submit(event)}>
      <p className={styles.advice} role="status">
        如该账号可自助重置，验证信息已发送，{contactCodeMinutes} 分钟内有效。
        {by === 'mail' ? '请打开邮件中的链接；没有收到请查看垃圾邮件，或联系贵单位的系统管理员。' : ''}
      </p>
      {by === 'sms' && (
        <>
          <LoginField
            name="code"
            label="短信验证码"
            placeholder="8 位数字"
            autoComplete="one-time-code"
            inputMode="numeric"
            autoFocus
            value={code}
            problem={undefined}
            onChange={setCode}
          />
          <button type="submit" className={styles.submit} aria-disabled={busy}>
            {busy ? '正在验证…' : '下一步'}
          </button>
        </>
      )}
    </form>
  )
}
