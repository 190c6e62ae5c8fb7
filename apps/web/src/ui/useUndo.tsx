import { App } from 'antd'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isTaken } from './keyTarget.ts'
import { Button } from './speed/Button.tsx'
import './page.css'

/** How long an act can be taken back with one press; pointed at or focused, it stays. */
const seconds = 10
const key = 'undo'

/** A single act that was made and has an inverse. */
export interface Undoable {
  /** What was done: `已停用“A-01”`. */
  done: string
  /**
   * Makes the inverse act, with the record's version as the act left it. Where somebody changed the record meanwhile it is refused, and
   * the call says why. Both acts stand in the operation log.
   */
  undo: () => Promise<unknown>
}

/** Says that an act was made, with 撤销 beside it. Acts on many have no such thing. */
export function useUndo(): (act: Undoable) => void {
  const { message } = App.useApp()
  return ({ done, undo }) => {
    const close = () => message.destroy(key)
    const takeBack = async () => {
      // A refusal was shown by the call.
      const taken = await undo().then(
        () => true,
        () => false,
      )
      close()
      if (taken) void message.success(`已撤销：${done}`)
    }
    void message.success({
      key,
      duration: 0,
      content: <Offer key={`${done} ${performance.now()}`} done={done} onUndo={takeBack} onOver={close} />,
    })
  }
}

interface OfferProps {
  done: string
  onUndo: () => Promise<void>
  onOver: () => void
}

function Offer({ done, onUndo, onOver }: OfferProps) {
  const left = useRef(seconds * 1000)
  const [held, hold] = useState(false)
  const [busy, setBusy] = useState(false)
  const over = useEffectEvent(onOver)
  useEffect(() => {
    if (held || busy) return
    const from = performance.now()
    const timer = setTimeout(() => over(), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= performance.now() - from
    }
  }, [held, busy])
  const press = () => {
    if (busy) return
    setBusy(true)
    void onUndo()
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return
    if (event.altKey || isTaken(event.target)) return
    event.preventDefault()
    press()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing is done here; what is pointed at only stays.
    <span
      className="ui-undo"
      onPointerEnter={() => hold(true)}
      onPointerLeave={() => hold(false)}
      onFocus={() => hold(true)}
      onBlur={() => hold(false)}
    >
      <span>{done}</span>
      <Button aria-keyshortcuts="Control+Z" title="撤销（Ctrl Z）" aria-disabled={busy} onClick={press}>
        撤销
      </Button>
    </span>
  )
}
