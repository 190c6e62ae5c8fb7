import { Button, Form } from 'antd'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import type { z } from 'zod'
import { CallError } from '../../api/callError.ts'
import { useBeforeClose, useKeptForm } from '../beforeClose.ts'
import { SchemaContext } from './Field.tsx'
import { FormNotes } from './FormNotes.tsx'
import { FilesUnderway } from './filesUnderway.ts'
import { focusFirst, recheck, submitByKeys } from './formKeys.ts'
import { changesOf, type Values } from './rules.ts'
import { showCleaned } from './showCleaned.ts'
import { useSubmit } from './useSubmit.ts'
import './form.css'

interface Props<Output> {
  /** Of the page's drafts: what was typed is kept under it where the session is ended from elsewhere. */
  title: string
  submitText: string
  /** As of DrawerForm. */
  schema: z.ZodType<Output>
  initial: Values
  loading: boolean
  submitError: Error | null
  /** The field at which a refusal of this code is told; the others stand above. */
  refusedAt?: Readonly<Record<number, string>>
  onSubmit: (values: Output) => Promise<unknown>
  /** Whether something was typed and not sent; of the sheet, which asks before it closes. */
  touched: RefObject<boolean>
  /** The sheet stands still: the first field may have the focus. */
  ready: boolean
  /** All of it is filled in already: the button has the focus, so that Enter goes on. */
  complete?: boolean
  /** Beside the button. */
  extra?: ReactNode
  children: ReactNode
}

/** The form of one part of a sheet that has several, one after the other. */
export function PartForm<Output>(props: Props<Output>) {
  const { title, submitText, schema, initial, submitError, touched, children } = props
  const [form] = Form.useForm<Values>()
  const shown = useRef<HTMLDivElement>(null)
  useBeforeClose(() => touched.current, {
    title,
    typed: () => changesOf(form.getFieldsValue(true), initial),
  })
  const { kept, forget } = useKeptForm(title)
  const onSubmitted = () => {
    forget()
    touched.current = false
  }
  const at = submitError instanceof CallError ? props.refusedAt?.[submitError.code] : undefined
  const above = at === undefined ? submitError : null
  const { onSubmit } = props
  const submitting = useSubmit({ form, schema, submitText, submitError: above, onSubmit, onSubmitted })
  const tell = useEffectEvent(() => {
    if (at === undefined || submitError === null) return
    form.setFields([{ name: at, errors: [submitError.message] }])
    form.scrollToField(at, { focus: true, block: 'center' })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once for each refusal
  useEffect(() => tell(), [submitError])
  useFocus(shown, props)
  useEffect(
    () => () => {
      touched.current = false
    },
    [touched],
  )
  return (
    <SchemaContext value={schema}>
      <div ref={shown} className="ui-form-part" tabIndex={-1}>
        <Form
          form={form}
          layout="vertical"
          className="ui-form"
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
          <FormNotes form={form} submitting={submitting} submitError={above} kept={kept} forget={forget} />
          <FilesUnderway value={submitting.tellFiles}>{children}</FilesUnderway>
          <div className="ui-form-ends">
            {props.extra}
            <Button type="primary" htmlType="submit" loading={props.loading}>
              {submitText}
            </Button>
          </div>
        </Form>
      </div>
    </SchemaContext>
  )
}

/** Whoever opens a part wants to fill it in; what is there already is typed over. */
function useFocus(
  shown: RefObject<HTMLDivElement | null>,
  { ready, complete = false }: Pick<Props<unknown>, 'ready' | 'complete'>,
): void {
  const focus = useEffectEvent(() => {
    const part = shown.current
    if (part === null) return
    // By touch no field is focused; a reader stands at the part nevertheless.
    part.focus({ preventScroll: true })
    if (complete) part.querySelector<HTMLElement>('button[type=submit]')?.focus()
    else focusFirst(part)
    if (document.activeElement instanceof HTMLInputElement) document.activeElement.select()
  })
  useEffect(() => {
    if (ready) focus()
  }, [ready])
}
