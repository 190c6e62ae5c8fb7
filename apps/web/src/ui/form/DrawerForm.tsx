import { Button, Drawer, Form } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import type { z } from 'zod'
import { useBeforeClose, useKeptForm } from '../beforeClose.ts'
import { useNarrow } from '../useNarrow.ts'
import { SchemaContext } from './Field.tsx'
import { FormNotes } from './FormNotes.tsx'
import { FilesUnderway } from './filesUnderway.ts'
import { discard, focusFirst, recheck, submitByKeys } from './formKeys.ts'
import { changesOf, type Values } from './rules.ts'
import { showCleaned } from './showCleaned.ts'
import { useConfirm } from './useConfirm.ts'
import { type Question, useSubmit } from './useSubmit.ts'
import './form.css'

interface Props<Output> {
  title: string
  /** What the button says: `保存`, `新增设备`. */
  submitText: string
  /** The contract's schema of what is sent: rules, required marks and the type of what is submitted. */
  schema: z.ZodType<Output>
  initial: Values
  loading: boolean
  submitError: Error | null
  /**
   * Money leaves by it: what is asked once more before it is sent, with sum and person by name; null where that cannot be said
   * now, and nothing is sent. Its button is red, apart from where others have the one that saves.
   */
  asks?: ((values: Output) => Promise<Question | null> | Question) | undefined
  /** When it resolves, the drawer closes; when it rejects, the drawer stays and shows `submitError`. */
  onSubmit: (values: Output) => Promise<unknown>
  /** The drawer has closed: unmount it. */
  onClosed: () => void
  /** Two columns. */
  wide?: boolean
  /** It was opened from a dialog, and lies over all of it. */
  overDialog?: boolean
  /** Converts somebody else's version of the row into the form's values, where the shapes differ. */
  fromLatest?: (latest: Values) => Values
  /** A value in words, for the comparison with somebody else's version; undefined: shown as text, number or list. */
  describe?: (name: string, value: unknown) => ReactNode
  children: ReactNode
}

/** The shell of every form. Mount it when the form is opened; it asks before it discards what was typed. */
export function DrawerForm<Output>(props: Props<Output>) {
  const { title, schema, initial, submitError, onClosed, wide, children } = props
  const ask = useConfirm()
  const narrow = useNarrow()
  const [form] = Form.useForm<Values>()
  const shown = useRef<HTMLElement>(null)
  const [open, setOpen] = useState(true)
  // What the component library knows of it ends with the fields' effects, as those of a hidden tab do.
  const touched = useRef(false)
  const dirty = () => open && touched.current
  const typed = () => changesOf(form.getFieldsValue(true), initial)
  useBeforeClose(dirty, { title, typed })
  const { kept, forget } = useKeptForm(title)
  const { submitText, asks, onSubmit } = props
  const onSubmitted = () => {
    forget()
    setOpen(false)
  }
  const submitting = useSubmit({ form, schema, submitText, submitError, asks, onSubmit, onSubmitted })
  const close = async () => {
    if (dirty() && !(await ask(discard))) return
    submitting.cancel()
    setOpen(false)
  }
  return (
    <Drawer
      title={title}
      open={open}
      {...placeOf(props, narrow)}
      onClose={close}
      afterOpenChange={now => (now ? focusFirst(shown.current) : onClosed())}
      footer={
        <FormEnds
          submitText={submitting.waiting ? `文件传完就${submitText}…` : submitText}
          loading={props.loading || submitting.waiting}
          danger={asks !== undefined}
          onSubmit={form.submit}
          onCancel={close}
        />
      }
    >
      <SchemaContext value={schema}>
        <Form
          ref={made => {
            shown.current = made?.nativeElement ?? null
          }}
          form={form}
          layout="vertical"
          className={wide ? 'ui-form ui-form-wide' : 'ui-form'}
          initialValues={initial}
          scrollToFirstError={{ focus: true, block: 'center' }}
          onFinish={submitting.submit}
          onKeyDownCapture={submitByKeys(form)}
          onValuesChange={recheck(form)}
          onFieldsChange={fields => {
            touched.current ||= fields.some(field => field.touched === true)
          }}
          onBlur={showCleaned(form, schema)}
        >
          <FormNotes
            form={form}
            submitting={submitting}
            submitError={submitError}
            kept={kept}
            forget={forget}
            fromLatest={props.fromLatest}
            describe={props.describe}
          />
          <FilesUnderway value={submitting.tellFiles}>{children}</FilesUnderway>
          <button type="submit" hidden aria-hidden tabIndex={-1} />
        </Form>
      </SchemaContext>
    </Drawer>
  )
}

const placeOf = ({ wide, overDialog }: Pick<Props<unknown>, 'wide' | 'overDialog'>, narrow: boolean) => ({
  size: narrow ? '100%' : wide ? 720 : 480,
  rootClassName: overDialog ? 'ui-over-dialog' : '',
})

interface FormEndsProps {
  submitText: string
  loading: boolean
  /** Money leaves by it: red, apart from where others have the one that saves. */
  danger: boolean
  onSubmit: () => void
  onCancel: () => void
}

/** The two buttons at the end of a form. */
function FormEnds({ submitText, loading, danger, onSubmit, onCancel }: FormEndsProps) {
  return (
    <div className="ui-form-ends">
      <Button onClick={onCancel}>取消</Button>
      {danger ? (
        <Button danger className="ui-form-apart" loading={loading} onClick={onSubmit}>
          {submitText}
        </Button>
      ) : (
        <Button type="primary" loading={loading} onClick={onSubmit}>
          {submitText}
        </Button>
      )}
    </div>
  )
}
