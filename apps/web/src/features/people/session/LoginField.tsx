import styles from './LoginPage.module.css'

export interface LoginFieldProps {
  readonly name: string
  readonly label: string
  readonly placeholder: string
  readonly autoComplete: string
  readonly value: string
  readonly problem: string | undefined
  readonly type?: string
  readonly inputMode?: 'numeric'
  readonly autoFocus?: boolean
  readonly children?: React.ReactNode
  readonly onChange: (value: string) => void
}

/** A labelled field of the sign-in page, and what is wrong with it. */
export function LoginField({ name, label, problem, children, onChange, ...input }: LoginFieldProps) {
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
