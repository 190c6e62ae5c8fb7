import { Alert, type FormInstance } from 'antd'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Typed } from '../beforeClose.ts'
import { Why } from '../help/Why.tsx'
import { withWholeFigures } from '../withWholeFigures.tsx'
import { KeptPanel } from './KeptPanel.tsx'
import type { Values } from './rules.ts'
import { StalePanel } from './StalePanel.tsx'
import type { Submitting } from './useSubmit.ts'

interface Props {
  form: FormInstance
  submitting: Submitting
  submitError: Error | null
  /** What was typed before the session was ended from elsewhere, and how it is let go. */
  kept: Typed | null
  forget: () => void
  /** As of DrawerForm. */
  fromLatest?: ((latest: Values) => Values) | undefined
  describe?: ((name: string, value: unknown) => ReactNode) | undefined
}

const nothing = () => undefined

/** What a form says besides its fields: what was kept of it, why it was not sent, and the version of somebody else. */
export function FormNotes(props: Props) {
  const { form, submitting, submitError, kept, forget, fromLatest, describe = nothing } = props
  const { sentence, savedBefore, settle } = submitting
  const latest = fromLatest && submitting.latest ? fromLatest(submitting.latest) : submitting.latest
  const notes = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Of a long form its end is in sight, where it was sent.
    if (sentence !== undefined || submitError !== null) notes.current?.scrollIntoView({ block: 'nearest' })
  }, [sentence, submitError])
  const restart = (values: Values) => {
    form.setFieldsValue(values)
    settle()
  }
  /** Touched, so that closing asks about it too. */
  const restore = (from: Typed) => {
    form.setFields(Object.entries(from).map(([name, value]) => ({ name, value, touched: true })))
    forget()
  }
  return (
    <div ref={notes} className="ui-form-said">
      {kept !== null && <KeptPanel onRestore={() => restore(kept)} onDrop={forget} />}
      {sentence !== undefined && (
        <Alert
          className="ui-form-error"
          type={savedBefore ? 'warning' : 'error'}
          showIcon
          title={withWholeFigures(sentence)}
          action={<Why error={submitError} />}
        />
      )}
      {latest !== null && submitError !== null && (
        <StalePanel
          sentence={submitError.message}
          mine={form.getFieldsValue()}
          latest={latest}
          describe={describe}
          onKeep={() => restart({ version: latest.version })}
          onTake={() => restart({ ...latest })}
        />
      )}
    </div>
  )
}
