import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons'
import { Tooltip } from 'antd'
import { useContext, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ActButton } from '../ActButton.tsx'
import { isTaken } from '../keyTarget.ts'
import { type RecordAt, RecordContext } from './recordAt.ts'
import { beginTrail, isEnd, neighbourRecord, type Step, TurnContext } from './trail.ts'

/** Alt and an arrow: the browser has the other two, and `[` `]` are between tabs. */
const looks = {
  [-1]: { word: '上一条', end: '已经是第一条', icon: <ArrowUpOutlined />, key: 'ArrowUp', sign: '↑' },
  1: { word: '下一条', end: '已经是最后一条', icon: <ArrowDownOutlined />, key: 'ArrowDown', sign: '↓' },
} as const
const steps = [-1, 1] as const

/** Of a record that was opened from a list: to the rows before and after it, as that list stood. */
export function RecordSteps() {
  const at = useContext(RecordContext)
  const turn = useContext(TurnContext)
  if (at === null || turn === null || steps.every(step => isEnd(at.trail, at.path, step))) return null
  return <Steps at={at} turn={turn} />
}

function Steps({ at, turn }: { at: RecordAt; turn: (path: string) => void }) {
  const { path, trail, pressed, onTrail } = at
  const [reading, setReading] = useState<Step | null>(null)
  const group = useRef<HTMLDivElement>(null)

  const go = async (step: Step, byButton: boolean) => {
    if (reading !== null || isEnd(trail, path, step)) return
    setReading(step)
    // Where the page could not be read, the call said so.
    const next = await neighbourRecord(trail, path, step).catch(() => undefined)
    setReading(null)
    if (next === undefined) return
    if (next === null) return onTrail({ trail: ended(at, step) })
    beginTrail({ ...next, ...(byButton && { pressed: step }) })
    turn(next.path)
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    const step = steps.find(direction => looks[direction].key === event.key)
    if (step === undefined || !event.altKey || event.ctrlKey || event.metaKey || isTaken(event.target)) return
    event.preventDefault()
    void go(step, false)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  // The page is another one now, the button the same to whoever pressed it. Until it is there, the page or nothing has the focus.
  useEffect(() => {
    if (pressed === undefined || document.activeElement?.contains(group.current) !== true) return
    group.current?.querySelector<HTMLElement>(`[data-step="${pressed}"]`)?.focus({ preventScroll: true })
  }, [pressed])
  return (
    <div ref={group} className="ui-steps" data-steps="">
      {steps.map(step => (
        <StepButton
          key={step}
          step={step}
          ended={isEnd(trail, path, step)}
          reading={reading === step}
          onPress={() => void go(step, true)}
        />
      ))}
    </div>
  )
}

interface ButtonProps {
  step: Step
  ended: boolean
  reading: boolean
  onPress: () => void
}

function StepButton({ step, ended, reading, onPress }: ButtonProps) {
  const { word, end, icon, key, sign } = looks[step]
  const button = (
    <ActButton
      aria-label={word}
      aria-keyshortcuts={`Alt+${key}`}
      data-step={step}
      icon={icon}
      loading={reading}
      reason={ended ? end : null}
      onClick={onPress}
    />
  )
  return ended ? button : <Tooltip title={`${word}（Alt ${sign}）`}>{button}</Tooltip>
}

/** The list without the rows that are gone. */
const ended = ({ path, trail }: RecordAt, step: Step) =>
  step === 1
    ? { ...trail, hasNext: false }
    : { ...trail, pageNum: 0, paths: trail.paths.slice(trail.paths.indexOf(path)) }
