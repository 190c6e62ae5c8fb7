import { Input } from 'antd'
import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useState,
} from 'react'
import './form.css'
import { type Reading, readFigure, writeFigure } from './readFigure.ts'

/** What cannot be read in the figures of one field, by the input; the field tells it as its own problem. */
export type FigureProblems = Map<string, string>

/** Without a field around it an input tells its problem itself. */
export const FigureProblemsContext = createContext<FigureProblems | null>(null)

export interface FigureProps {
  id?: string
  'aria-label'?: string
  className?: string
  size?: 'large'
  placeholder?: string
  prefix?: ReactNode
  /** Stands behind the figure, and may be typed with it. */
  unit?: string | undefined
  /** How many may be typed. */
  decimals: number
  /** Zeros at the end of the decimals are not written. */
  short?: boolean
  /** In whole units of the last decimal. NaN is what could not be read: it is not to be sent (`url.ts`). */
  value?: number | null | undefined
  onChange?: ((scaled: number | null) => void) | undefined
  onBlur?: () => void
  disabled?: boolean
  min?: number
  max?: number
  /** How the figure was understood, below it; the line is there from the start, so that nothing moves. */
  understood?: (scaled: number) => string
}

/** A figure as people type it. What was typed stays as it is until it is understood. */
export function FigureInput({
  unit = '',
  decimals,
  short = false,
  value: given = null,
  onChange,
  onBlur,
  min = Number.NEGATIVE_INFINITY,
  max = Number.POSITIVE_INFINITY,
  understood,
  className = 'ui-wide',
  ...rest
}: FigureProps) {
  const write = (scaled: number | null) =>
    scaled === null ? '' : written(writeFigure(scaled, decimals), short)
  const [typed, type] = useState({ text: write(given), value: given })
  // Set from outside, such as by a form that begins anew.
  if (!Object.is(typed.value, given))
    type({ text: Number.isNaN(given) ? typed.text : write(given), value: given })
  const reading = readFigure(typed.text, decimals, unit)
  const scaled = 'scaled' in reading ? reading.scaled : null
  const problem = problemOf(reading, { min, max, write })
  const told = useProblem(problem)

  const put = (text: string) => {
    const next = readFigure(text, decimals, unit)
    const value = 'scaled' in next ? next.scaled : Number.NaN
    type({ text, value })
    onChange?.(value)
  }
  const step = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
    if (by === 0 || 'problem' in reading) return
    event.preventDefault()
    put(write(Math.min(Math.max((scaled ?? 0) + by * 10 ** decimals, min), max)))
  }
  return (
    <>
      <Input
        {...rest}
        className={className}
        role="spinbutton"
        inputMode={decimals === 0 ? 'numeric' : 'decimal'}
        autoComplete="off"
        suffix={unit}
        value={typed.text}
        {...(told !== null && { status: 'error' as const, 'aria-invalid': true })}
        {...(scaled !== null && {
          'aria-valuenow': scaled / 10 ** decimals,
          'aria-valuetext': `${write(scaled)}${unit}`,
        })}
        onChange={event => put(event.target.value)}
        onKeyDown={step}
        onBlur={() => {
          if (problem === null) type({ text: write(scaled), value: scaled })
          onBlur?.()
        }}
      />
      {told !== null && (
        <span role="alert" className="ui-figure-problem">
          {told}
        </span>
      )}
      {understood !== undefined && (
        <span className="ui-figure-understood" aria-live="polite">
          {scaled === null ? '' : understood(scaled)}
        </span>
      )}
    </>
  )
}

const written = (figure: string, short: boolean) => (short ? figure.replace(/\.?0+$/, '') : figure)

interface Bounds {
  min: number
  max: number
  write: (scaled: number) => string
}

function problemOf(reading: Reading, { min, max, write }: Bounds): string | null {
  if ('problem' in reading) return reading.problem
  if (reading.scaled === null) return null
  if (reading.scaled < min) return `不能小于 ${write(min)}`
  return reading.scaled > max ? `不能大于 ${write(max)}` : null
}

/** Hands a problem to the field around. @returns what is left to be told here */
function useProblem(problem: string | null): string | null {
  const key = useId()
  const problems = useContext(FigureProblemsContext)
  useEffect(() => {
    if (problem === null) return
    problems?.set(key, problem)
    return () => void problems?.delete(key)
  }, [problems, key, problem])
  return problems === null ? problem : null
}
