import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { canUsePasskeys } from '../../../api/passkeys.ts'
import { providerName, takeOwnAnswer } from '../../../api/provider.ts'
import { useSession } from '../../../api/session.ts'
import { signIn } from '../../../api/signIn.ts'
import { Spinner } from '../../../app/frame/Spinner.tsx'
import { isResetLink } from '../../../app/guard/paths.ts'
import { endProgress } from '../../../app/guard/progress.ts'
import { texts, windowTitle } from '../../../app/texts.ts'
import { LoginField, type LoginFieldProps } from './LoginField.tsx'
import styles from './LoginPage.module.css'
import { RoadScene } from './RoadScene.tsx'
import { isSecondStep, sentenceOf } from './refusals.ts'

const empty = { username: '账号不能为空', password: '密码不能为空' } as const
type Field = keyof typeof empty

interface Props {
  /** Called while the server looks at the password. */
  readonly onSubmit: () => void
}

/** For those who have one, and those who forgot their password. */
const SecondStep = lazy(() => import('./SecondStep.tsx'))
const ForgotPassword = lazy(() => import('./ForgotPassword.tsx'))

/** The sign-in page. It stands alone, without the component library, so that it is there at once. */
export default function LoginPage({ onSubmit }: Props) {
  useEffect(() => {
    document.title = windowTitle('登录')
    endProgress()
    // After the first paint has had its time.
    const timer = setTimeout(fetchLaterFiles, 400)
    return () => clearTimeout(timer)
  }, [])
  return (
    <main className={styles.page}>
      <section className={styles.scene} aria-hidden="true">
        <RoadScene />
        <p className={styles.claim}>
          每一台模拟器，
          <br />
          此刻在做什么，一目了然。
        </p>
      </section>
      <section className={styles.side}>
        <div className={styles.pending}>
          <Spinner />
        </div>
        <div className={styles.card}>
          <img className={styles.logo} src="/icon.svg" alt="" width={48} height={48} />
          <h1 className={styles.title}>{texts.product}</h1>
          <Ways onSubmit={onSubmit} />
        </div>
      </section>
    </main>
  )
}

/** While somebody types their password, what follows is fetched (earlyFiles.ts): the page is not held up by evaluating it. */
function fetchLaterFiles(): void {
  const later = document.querySelector<HTMLTemplateElement>('#later-files')
  if (later === null) return
  document.head.append(later.content)
  later.remove()
}

/** The password, and after it the second step of those who have one. */
function Ways({ onSubmit }: Props) {
  const [step, setStep] = useState<unknown>(null)
  const [why, setWhy] = useState(useSession.getState().why)
  const [forgot, setForgot] = useState(() => isResetLink())
  // A link that is opened in a window where this page is shown already.
  useEffect(() => {
    const follow = () => isResetLink() && setForgot(true)
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [])
  if (forgot) {
    return (
      <Suspense fallback={<Spinner />}>
        <ForgotPassword onBack={() => setForgot(false)} />
      </Suspense>
    )
  }
  if (step === null) {
    return (
      <>
        <p className={styles.welcome}>登录后开始工作</p>
        <LoginForm why={why} onSubmit={onSubmit} onSecondStep={setStep} onForgot={() => setForgot(true)} />
      </>
    )
  }
  const back = (refusal: string | null) => {
    setWhy(refusal)
    setStep(null)
  }
  return (
    <Suspense fallback={<Spinner />}>
      <SecondStep asked={step} onBack={back} />
    </Suspense>
  )
}

interface FormProps extends Props {
  /** Why one is here again. */
  readonly why: string | null
  /** The password was right: what is asked for next. */
  readonly onSecondStep: (asked: unknown) => void
  readonly onForgot: () => void
}

function LoginForm({ why, onSubmit, onSecondStep, onForgot }: FormProps) {
  const [values, setValues] = useState({ username: '', password: '' })
  const [wrong, setWrong] = useState<Partial<Record<Field, string>>>({})
  const [refusal, setRefusal] = useState(why)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  // Whoever has keys before them may type at once; on a phone they would come up over the page.
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) form.current?.querySelector('input')?.focus()
  }, [])

  const change = (field: Field) => (value: string) => {
    setValues({ ...values, [field]: value })
    setWrong({ ...wrong, [field]: undefined })
  }
  const submit = async () => {
    const username = values.username.trim()
    const missing: Partial<Record<Field, string>> = {
      ...(username === '' && { username: empty.username }),
      ...(values.password === '' && { password: empty.password }),
    }
    setWrong(missing)
    setRefusal(null)
    const first = Object.keys(missing)[0]
    if (first !== undefined) {
      form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
      return
    }
    onSubmit()
    await enter(() => signIn(username, values.password))
  }
  const enter = async (work: () => Promise<void>) => {
    setBusy(true)
    setRefusal(null)
    try {
      await work()
    } catch (error) {
      setBusy(false)
      if (isSecondStep(error)) onSecondStep(error.data)
      else setRefusal(sentenceOf(error))
    }
  }
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        if (!busy) void submit()
      }}
    >
      <LoginField
        name="username"
        label="账号"
        placeholder="请输入用户名"
        autoComplete="username"
        value={values.username}
        problem={wrong.username}
        onChange={change('username')}
      />
      <PasswordField value={values.password} problem={wrong.password} onChange={change('password')} />
      <button type="submit" className={styles.submit} aria-disabled={busy}>
        {busy && <span className={`turning-wheel ${styles.wheel}`} aria-hidden="true" />}
        {busy ? '正在登录…' : '登录'}
      </button>
      <OtherWays busy={busy} onEnter={enter} onSubmit={onSubmit} />
      <button type="button" className={styles.other} disabled={busy} onClick={onForgot}>
        忘记密码
      </button>
      <div role="alert" className={styles.refusal}>
        {refusal !== null && <p>{refusal}</p>}
      </div>
    </form>
  )
}

interface OtherProps extends Props {
  readonly busy: boolean
  /** Does it, and shows what is wrong. */
  readonly onEnter: (work: () => Promise<void>) => Promise<void>
}

const otherWays = () => import('../../../api/secondStep.ts')

/** The ways in without a password: the provider of single sign-on, where there is one, and a passkey. */
function OtherWays({ busy, onEnter, onSubmit }: OtherProps) {
  const provider = providerName()
  // Back from the provider: the rest needs nobody.
  const back = useEffectEvent(() => {
    const answer = takeOwnAnswer()
    if (answer === null) return
    void onEnter(async () => {
      const { signInWithProvider } = await otherWays()
      onSubmit()
      await signInWithProvider(answer)
    })
  })
  useEffect(() => back(), [])
  const withProvider = async () => (await otherWays()).beginWithProvider()
  const withPasskey = async () => {
    const { signInWithPasskey } = await otherWays()
    onSubmit()
    await signInWithPasskey()
  }
  return (
    <>
      {provider !== null && (
        <button
          type="button"
          className={styles.other}
          disabled={busy}
          onClick={() => void onEnter(withProvider)}
        >
          用{provider}登录
        </button>
      )}
      {canUsePasskeys() && (
        <button
          type="button"
          className={styles.other}
          disabled={busy}
          onClick={() => void onEnter(withPasskey)}
        >
          使用通行密钥
        </button>
      )}
    </>
  )
}

/** The password, which its eye shows and hides. */
function PasswordField(props: Pick<LoginFieldProps, 'value' | 'problem' | 'onChange'>) {
  const [visible, setVisible] = useState(false)
  return (
    <LoginField
      {...props}
      name="password"
      label="密码"
      placeholder="请输入密码"
      type={visible ? 'text' : 'password'}
      autoComplete="current-password"
    >
      <button
        type="button"
        className={styles.eye}
        aria-label={visible ? '隐藏密码' : '显示密码'}
        aria-pressed={visible}
        onClick={() => setVisible(!visible)}
      >
        <Eye open={visible} />
      </button>
    </LoginField>
  )
}

function Eye({ open }: { open: boolean }) {
  return (
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      <g fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round">
        <path d="M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12Z" />
        <circle cx="12" cy="12" r="3" />
        {!open && <path d="M4 20 20 4" />}
      </g>
    </svg>
  )
}
