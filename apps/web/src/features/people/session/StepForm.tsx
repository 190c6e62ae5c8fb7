import { factorErrors } from '@drivesim/contract/trust/factorErrors'
import { type SecondStep as Method, secondSteps } from '@drivesim/contract/trust/factorKinds'
import type { PasskeyRequest } from '@drivesim/contract/trust/passkeys'
import { type FormEvent, useState } from 'react'
import { canUsePasskeys, signWithPasskey } from '../../../api/passkeys.ts'
import type { StepGiven } from '../../../api/secondStep.ts'
import { LoginField } from './LoginField.tsx'
import styles from './LoginPage.module.css'
import { isOver, sentenceOf } from './refusals.ts'

interface Props {
  /** What the server asks for. */
  readonly methods: readonly Method[]
  readonly passkey: PasskeyRequest | null
  /** Gives it to the server; a refusal is thrown. */
  readonly onGiven: (given: StepGiven) => Promise<void>
  /** What was begun is over: the sentence why. null: it was called off. */
  readonly onBack: (why: string | null) => void
}

/** Proves a second step, in the way that was used last; the others are a press away, and so is the way back. */
export function StepForm({ methods, passkey, onGiven, onBack }: Props) {
  const usable = methods.filter(method => method !== 'passkey' || (passkey !== null && canUsePasskeys()))
  const [method, setMethod] = useState(usable[0])
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const take = async (prove: () => Promise<StepGiven>) => {
    setBusy(true)
    setRefusal(null)
    try {
      await onGiven(await prove())
    } catch (error) {
      if (isOver(error)) return onBack(sentenceOf(error))
      setBusy(false)
      setRefusal(sentenceOf(error))
    }
  }
  const choose = (other: Method) => {
    setMethod(other)
    setRefusal(null)
  }
  return (
    <>
      {method === undefined && <p>{factorErrors.passkeyImpossible.sentence()}</p>}
      {method === 'passkey' && passkey !== null && (
        <PasskeyStep
          busy={busy}
          onTake={() => take(async () => ({ method, assertion: await signWithPasskey(passkey) }))}
        />
      )}
      {method !== undefined && method !== 'passkey' && (
        <CodeStep
          key={method}
          method={method}
          busy={busy}
          onTake={code => take(() => Promise.resolve({ method, code }))}
        />
      )}
      <div role="alert" className={styles.refusal}>
        {refusal !== null && <p>{refusal}</p>}
      </div>
      <div className={styles.others}>
        {usable
          .filter(other => other !== method)
          .map(other => (
            <button key={other} type="button" disabled={busy} onClick={() => choose(other)}>
              改用{secondSteps[other]}
            </button>
          ))}
        <button type="button" onClick={() => onBack(null)}>
          返回
        </button>
      </div>
    </>
  )
}

function PasskeyStep({ busy, onTake }: { readonly busy: boolean; readonly onTake: () => Promise<void> }) {
  return (
    <>
      <p className={styles.advice}>按浏览器的提示，用指纹、面容或设备密码确认。</p>
      <button
        type="button"
        className={styles.submit}
        aria-disabled={busy}
        // biome-ignore lint/a11y/noAutofocus: it takes the place of the button that was pressed
        autoFocus
        onClick={() => !busy && void onTake()}
      >
        {busy && <span className={`turning-wheel ${styles.wheel}`} aria-hidden="true" />}
        {busy ? '正在等待确认…' : '使用通行密钥'}
      </button>
    </>
  )
}

/** Digits that an app shows. */
const digits = 6

const fields = {
  totp: {
    label: '动态验证码',
    placeholder: '6 位数字',
    advice: '打开手机上的验证器应用，输入本账号现在显示的验证码。',
  },
  recovery: {
    label: '恢复码',
    placeholder: '如 k7qm-3xpd-9dvt-wn4h',
    advice: '输入开启两步验证时保存的一个恢复码，每个只能用一次。',
  },
} as const

interface CodeProps {
  readonly method: keyof typeof fields
  readonly busy: boolean
  readonly onTake: (code: string) => Promise<void>
}

function CodeStep({ method, busy, onTake }: CodeProps) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const { label, placeholder, advice } = fields[method]
  const submit = async (given: string) => {
    if (busy) return
    if (given.trim() === '') return setProblem(`${label}不能为空`)
    await onTake(given)
    setCode('')
  }
  const change = (typed: string) => {
    setCode(typed)
    setProblem(undefined)
    // Nobody presses a button for what is whole.
    const plain = typed.replace(/\s/g, '')
    if (method === 'totp' && plain.length === digits) void submit(plain)
  }
  const press = (event: FormEvent) => {
    event.preventDefault()
    void submit(code)
  }
  return (
    <form className={styles.form} noValidate onSubmit={press}>
      <p className={styles.advice}>{advice}</p>
      <LoginField
        name="code"
        label={label}
        placeholder={placeholder}
        autoComplete={method === 'totp' ? 'one-time-code' : 'off'}
        {...(method === 'totp' ? { inputMode: 'numeric' as const } : {})}
        autoFocus
        value={code}
        problem={problem}
        onChange={change}
      />
      <button type="submit" className={styles.submit} aria-disabled={busy}>
        {busy && <span className={`turning-wheel ${styles.wheel}`} aria-hidden="true" />}
        {busy ? '正在验证…' : '验证'}
      </button>
    </form>
  )
}
