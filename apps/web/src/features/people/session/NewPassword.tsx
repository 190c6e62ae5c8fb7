import type { DataOf } from '@drivesim/contract/endpoint'
import { accountErrors, shortestPassword } from '@drivesim/contract/people/account'
import { passwordResets } from '@drivesim/contract/trust/passwordResets'
import { type FormEvent, useState } from 'react'
import { call } from '../../../api/call.ts'
import { CallError } from '../../../api/callError.ts'
import type { StepGiven } from '../../../api/secondStep.ts'
import { endSession } from '../../../api/session.ts'
import { loginPath } from '../../../app/guard/paths.ts'
import { LoginField } from './LoginField.tsx'
import styles from './LoginPage.module.css'
import { isOver, sentenceOf } from './refusals.ts'
import { StepForm } from './StepForm.tsx'

/** A link or a code that was right. */
export type Opened = DataOf<typeof passwordResets.check>

interface Props {
  readonly opened: Opened
  /** It is no good any more: the sentence why. */
  readonly onOver: (why: string | null) => void
}

type Stage = 'password' | 'step' | 'done'

/** Asks for the new password, then for the second step of who has one. */
export function NewPassword({ opened, onOver }: Props) {
  const { challenge, account, methods, passkey } = opened
  const [stage, setStage] = useState<Stage>('password')
  const [values, setValues] = useState({ nPwd: '', cPwd: '' })
  const [refusal, setRefusal] = useState<string | null>(null)
  const set = async (proof?: StepGiven) => {
    const given = { challenge, ...values, ...(proof === undefined ? {} : { proof }) }
    await call(passwordResets.reset, given, { quiet: true })
    setStage('done')
  }
  const give = async () => {
    setRefusal(null)
    if (methods.length > 0) return setStage('step')
    try {
      await set()
    } catch (error) {
      if (isOver(error)) return onOver(sentenceOf(error))
      setRefusal(sentenceOf(error))
    }
  }
  if (stage === 'done') return <Done />
  if (stage === 'step') {
    // A password that is refused is chosen anew; what is wrong with the step is said there.
    const given = async (proof: StepGiven) => {
      try {
        await set(proof)
      } catch (error) {
        if (!isOfPassword(error)) throw error
        setRefusal(sentenceOf(error))
        setStage('password')
      }
    }
    const back = (why: string | null) => (why === null ? setStage('password') : onOver(why))
    return <StepForm methods={methods} passkey={passkey} onGiven={given} onBack={back} />
  }
  return (
    <>
      <PasswordForm
        challenge={challenge}
        account={account}
        values={values}
        onChange={setValues}
        onGiven={give}
      />
      {refusal !== null && (
        <div role="alert" className={styles.refusal}>
          <p>{refusal}</p>
        </div>
      )}
    </>
  )
}

const passwordCodes = [accountErrors.commonPassword.code, accountErrors.namedPassword.code]
const isOfPassword = (error: unknown): boolean =>
  error instanceof CallError && passwordCodes.includes(error.code)

interface FormProps {
  readonly challenge: string
  readonly account: string
  readonly values: { readonly nPwd: string; readonly cPwd: string }
  readonly onChange: (values: { nPwd: string; cPwd: string }) => void
  readonly onGiven: () => Promise<void>
}

function PasswordForm({ challenge, account, values, onChange, onGiven }: FormProps) {
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const checked = passwordResets.reset.input.safeParse({ challenge, ...values })
    const found = checked.error?.issues.map(({ path, message }) => [String(path[0]), message]) ?? []
    setProblems(Object.fromEntries(found))
    if (found.length > 0) return
    setBusy(true)
    await onGiven()
    setBusy(false)
  }
  const field = (name: 'nPwd' | 'cPwd', label: string) => (
    <LoginField
      name={name}
      label={label}
      placeholder=""
      type="password"
      autoComplete="new-password"
      autoFocus={name === 'nPwd'}
      value={values[name]}
      problem={problems[name]}
      onChange={value => {
        onChange({ ...values, [name]: value })
        setProblems({})
      }}
    />
  )
  return (
    <form className={styles.form} noValidate onSubmit={event => void submit(event)}>
      <p className={styles.advice}>
        账号 {account}，最少 {shortestPassword} 位，不要用别处用过的密码。
      </p>
      {/* For what keeps passwords: whose this one is. */}
      <input type="text" name="username" autoComplete="username" value={account} readOnly hidden />
      {field('nPwd', '新密码')}
      {field('cPwd', '确认密码')}
      <button type="submit" className={styles.submit} aria-disabled={busy}>
        {busy && <span className={`turning-wheel ${styles.wheel}`} aria-hidden="true" />}
        设置新密码
      </button>
    </form>
  )
}

function Done() {
  const leave = () => {
    endSession({ left: true })
    location.assign(loginPath)
  }
  return (
    <>
      <p className={styles.advice} role="status">
        密码已重设，原来的登录全部退出。请用新密码登录。
      </p>
      <button
        type="button"
        className={styles.submit}
        // biome-ignore lint/a11y/noAutofocus: it takes the place of the button that was pressed
        autoFocus
        onClick={leave}
      >
        去登录
      </button>
    </>
  )
}
