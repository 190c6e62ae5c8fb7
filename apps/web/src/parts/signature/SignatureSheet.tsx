import { ClearOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useEffectEvent, useRef } from 'react'
import SignaturePad from 'signature_pad'
import { type Drawing, ink } from './drawing.ts'
import styles from './signature.module.css'

interface Props {
  id?: string | undefined
  value: Drawing | null
  onChange: (drawing: Drawing | null) => void
}

/** A white sheet to sign on with a finger or the mouse; what was signed before stands there again. */
export function SignatureSheet({ id, value, onChange }: Props) {
  const sheet = useRef<HTMLCanvasElement>(null)
  const pad = useRef<SignaturePad | null>(null)
  const shown = useRef<Drawing | null>(null)
  const tell = useEffectEvent((drawing: Drawing | null) => {
    shown.current = drawing
    onChange(drawing)
  })
  const before = useEffectEvent(() => value)

  useEffect(() => {
    const canvas = sheet.current
    if (canvas === null) return
    const fit = () => {
      const { clientWidth, clientHeight } = canvas
      const ratio = window.devicePixelRatio || 1
      canvas.width = clientWidth * ratio
      canvas.height = clientHeight * ratio
      canvas.getContext('2d')?.scale(ratio, ratio)
      drawing.clear()
      const kept = before()
      if (kept !== null) drawing.fromData([...kept.strokes], { clear: false })
      shown.current = kept
    }
    const drawing = new SignaturePad(canvas, ink)
    pad.current = drawing
    drawing.addEventListener('endStroke', () =>
      tell({ width: canvas.clientWidth, height: canvas.clientHeight, strokes: drawing.toData() }),
    )
    fit()
    // A phone that is turned has another sheet: what was signed stays.
    const watch = new ResizeObserver(fit)
    watch.observe(canvas)
    return () => {
      watch.disconnect()
      drawing.off()
      pad.current = null
    }
  }, [])
  useEffect(() => {
    if (value === null && shown.current !== null) {
      shown.current = null
      pad.current?.clear()
    }
  }, [value])
  return (
    <div className={styles.sheet}>
      <canvas ref={sheet} className={styles.canvas} aria-label="签字区域" role="img" id={id} />
      {value === null ? (
        <span className={styles.hint} aria-hidden>
          请在此处签字
        </span>
      ) : (
        <Button className={styles.clear ?? ''} icon={<ClearOutlined />} onClick={() => onChange(null)}>
          重签
        </Button>
      )}
    </div>
  )
}
