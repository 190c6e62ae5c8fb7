import { CalendarOutlined, DownOutlined } from '@ant-design/icons'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { variablesClass } from '../../theme/antd.ts'

interface Props {
  id: string
  label: string
  looks: 'choice' | 'date'
  /** Nothing is chosen. */
  empty: boolean
  /** The control, with the same id. */
  children: ReactNode
}

/** Where nothing hovers, nobody comes near before they press. */
const hovers = window.matchMedia('(hover: hover)').matches

/**
 * A control that is made when the pointer or the focus comes to it: a list has many, and most are never used. Until then
 * stands what looks the same, as antd draws it where nothing is chosen (decision 0052).
 */
export function LateControl({ id, label, looks, empty, children }: Props) {
  const [made, setMade] = useState(!hovers)
  const focused = useRef(false)
  useLayoutEffect(() => {
    if (made && focused.current) document.getElementById(id)?.focus()
  }, [made, id])
  // It stays, whatever becomes of its value.
  if (!empty && !made) setMade(true)
  if (made) return children
  const Look = looks === 'choice' ? ChoiceLook : DateLook
  return (
    <Look
      id={id}
      aria-label={label}
      // At once: a press may follow in the same moment.
      onNear={() => flushSync(() => setMade(true))}
      onFocus={() => {
        focused.current = true
        setMade(true)
      }}
    />
  )
}

interface LookProps {
  id: string
  'aria-label': string
  onNear: () => void
  onFocus: () => void
}

function ChoiceLook({ onNear, ...field }: LookProps) {
  const classes = `ant-select ant-select-outlined ant-select-single ant-select-show-arrow ant-select-css-var ${variablesClass} ui-wide`
  return (
    <div className={classes} onPointerEnter={onNear}>
      <div className="ant-select-prefix">
        <span className="ui-inner-label">{field['aria-label']}</span>
      </div>
      <div className="ant-select-content">
        <div className="ant-select-placeholder">全部</div>
        <input
          {...field}
          type="text"
          className="ant-select-input"
          role="combobox"
          aria-expanded={false}
          aria-haspopup="listbox"
          autoComplete="off"
        />
      </div>
      <div className="ant-select-suffix">
        <DownOutlined />
      </div>
    </div>
  )
}

function DateLook({ onNear, ...field }: LookProps) {
  return (
    <div
      className={`ant-picker ant-picker-outlined ant-picker-css-var ${variablesClass} ui-wide`}
      onPointerEnter={onNear}
    >
      <div className="ant-picker-prefix">
        <span className="ui-inner-label">{field['aria-label']}</span>
      </div>
      <div className="ant-picker-input">
        <input {...field} placeholder="不限" size={12} autoComplete="off" />
        <span className="ant-picker-suffix">
          <CalendarOutlined aria-hidden />
        </span>
      </div>
    </div>
  )
}
