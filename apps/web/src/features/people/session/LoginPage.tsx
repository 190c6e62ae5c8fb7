import { useEffect, useRef, useState } from 'react'
import { CallError, isSilent } from '../../../api/callError.ts'
import { useSession } from '../../../api/session.ts'
import { signIn } from '../../../api/signIn.ts'
import { Spinner } from '../../../app/frame/Spinner.tsx'
import { endProgress } from '../../../app/guard/progress.ts'
import { texts, windowTitle } from '../../../app/texts.ts'
import styles from './LoginPage.module.css'
import { RoadScene } from './RoadScene.tsx'

const empty = { username: '账号不能为空', password: '密码不能为空' } as const
type Field = keyof typeof empty

interface Props {
  /** Called while the server looks at the password. */
  readonly onSubmit: () => void
}

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
          <p className={styles.welcome}>登录后开始工作</p>
          <LoginForm onSubmit={onSubmit} />
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

function LoginForm({ onSubmit }: Props) {
  const [values, setValues] = useState({ username: '', password: '' })
  const [wrong, setWrong] = useState<Partial<Record<Field, string>>>({})
  const [refusal, setRefusal] = useState(useSession.getState().why)
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
    setBusy(true)
    onSubmit()
    try {
      await signIn(username, values.password)
    } catch (error) {
      setBusy(false)
      if (error instanceof CallError) {
        if (!isSilent(error)) setRefusal(error.message)
        return
      }
      console.error('sign-in failed', error)
      setRefusal('页面没有加载完整，请刷新后重试')
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
      <div role="alert" className={styles.refusal}>
        {refusal !== null && <p>{refusal}</p>}
      </div>
    </form>
  )
}

interface LoginFieldProps {
  readonly name: Field
  readonly label: string
  readonly placeholder: string
  readonly autoComplete: string
  readonly value: string
  readonly problem: string | undefined
  readonly type?: string
  readonly children?: React.ReactNode
  readonly onChange: (value: string) => void
}

function LoginField({ name, label, problem, children, onChange, ...input }: LoginFieldProps) {
  return (
    <div className={styles.field}>
      <label htmlFor={`login-${name}`}>{label}</label>
      <div className={styles.control}>
        <input
          {...input}
          id={`login-${name}`}
          name={name}
          spellCheck={false}
          autoCapitalize="none"
          aria-invalid={problem !== undefined}
          aria-describedby={`login-${name}-problem`}
          onChange={event => onChange(event.target.value)}
        />
        {children}
      </div>
      <p id={`login-${name}-problem`} className={styles.problem}>
        {problem}
      </p>
    </div>
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
