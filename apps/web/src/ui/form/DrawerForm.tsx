import { commonErrors } from '@drivesim/contract/errors'
import { describeIssue } from '@drivesim/contract/issues'
import { Alert, Button, Drawer, Form } from 'antd'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { CallError, isSilent } from '../../api/callError.ts'
import { type Typed, useBeforeClose, useKept } from '../beforeClose.ts'
import { isComposing } from '../isComposing.ts'
import { unbroken } from '../unbroken.tsx'
import { useNarrow } from '../useNarrow.ts'
import { SchemaContext } from './Field.tsx'
import { FilesUnderway, filesUnderwayReason, useFilesUnderway, useSentAfterFiles } from './filesUnderway.ts'
import { KeptPanel } from './KeptPanel.tsx'
import { changesOf } from './rules.ts'
import { StalePanel } from './StalePanel.tsx'
import { showCleaned } from './showCleaned.ts'
import { useConfirm } from './useConfirm.ts'
import './form.css'

type Values = Record<string, unknown>

interface Asked {
  title: string
  consequence: string
}

interface Props<Output> {
  title: string
  /** What the button says: `保存`, `新增设备`. */
  submitText: string
  /** The contract's schema of what is sent: rules, required marks and the type of what is submitted. */
  schema: z.ZodType<Output>
  initial: Readonly<Values>
  loading: boolean
  submitError: Error | null
  /**
   * Money leaves by it: what is asked once more before it is sent, with sum and person by name; null where that cannot be said
   * now, and nothing is sent. Its button is red, apart from where others have the one that saves.
   */
  asks?: ((values: Output) => Promise<Asked | null> | Asked) | undefined
  /** When it resolves, the drawer closes; when it rejects, the drawer stays and shows `submitError`. */
  onSubmit: (values: Output) => Promise<unknown>
  /** The drawer has closed: unmount it. */
  onClosed: () => void
  /** Two columns. */
  wide?: boolean
  /** Converts somebody else's version of the row into the form's values, where the shapes differ. */
  fromLatest?: (latest: Readonly<Values>) => Values
  /** A value in words, for the comparison with somebody else's version; undefined: shown as text, number or list. */
  describe?: (name: string, value: unknown) => ReactNode
  children: ReactNode
}

/** The shell of every form. Mount it when the form is opened; it asks before it discards what was typed. */
export function DrawerForm<Output>(props: Props<Output>) {
  const { title, submitText, schema, initial, loading, submitError, onSubmit, onClosed, wide, children } =
    props
  const { asks } = props
  const { describe = () => undefined, fromLatest = values => ({ ...values }) } = props
  const ask = useConfirm()
  const narrow = useNarrow()
  const [form] = Form.useForm<Values>()
  const shown = useRef<HTMLElement>(null)
  const said = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(true)
  const [problem, setProblem] = useState<string | null>(null)
  const [settled, setSettled] = useState<Error | null>(null)
  const files = useFilesUnderway()
  const { waiting, putOff, cancel } = useSentAfterFiles(files, () => form.submit())
  const [tooEarly, setTooEarly] = useState(false)
  // What the component library knows of it ends with the fields' effects, as those of a hidden tab do.
  const touched = useRef(false)
  const dirty = () => open && touched.current
  const typed = () => changesOf(form.getFieldsValue(true), initial)
  useBeforeClose(dirty, { title, typed })
  const { kept, forget } = useKept(title)

  const close = async () => {
    const given =
      !dirty() ||
      (await ask({
        title: '放弃填写的内容？',
        consequence: '填写的内容还没有保存，关闭后不能恢复。',
        verb: '放弃填写',
        danger: true,
        stay: '继续填写',
        // Closed after the question, which hands the focus back into the form, the form hands it on to where it was.
        run: () => Promise.resolve(),
      }))
    if (!given) return
    cancel()
    setOpen(false)
  }
  const isMeant = async (values: Output) => {
    if (asks === undefined) return true
    const asked = await asks(values)
    if (asked === null) return false
    const run = () => Promise.resolve()
    return ask({ ...asked, verb: submitText, danger: true, stay: '返回核对', run })
  }
  const submit = async () => {
    if (putOff()) return
    setTooEarly(files.waits)
    if (files.waits) return
    const result = schema.safeParse(form.getFieldsValue(true), { reportInput: true })
    setProblem(result.success ? null : describeIssue(schema, result.error.issues))
    if (!result.success || !(await isMeant(result.data))) return
    await onSubmit(result.data).then(
      () => {
        forget()
        setOpen(false)
      },
      // The sentence of the refusal comes back as submitError.
      () => setSettled(null),
    )
  }
  const onKey = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return
    if (event.ctrlKey || event.metaKey) {
      // From any field, also where Enter alone opens a list or begins a line.
      event.preventDefault()
      event.stopPropagation()
      form.submit()
    } else if (event.target instanceof Element && event.target.closest('.ant-picker') !== null) {
      // It takes the date; the browser would send the form besides.
      event.preventDefault()
    }
  }
  const recheck = (changed: Values) => {
    const wrong = Object.keys(changed).filter(name => form.getFieldError(name).length > 0)
    if (wrong.length > 0) void form.validateFields(wrong).catch(() => undefined)
  }
  const row = settled === submitError ? null : latestOf(submitError)
  const latest = row && fromLatest(row)
  const restart = (values: Values) => {
    form.setFieldsValue(values)
    setSettled(submitError)
  }
  /** Touched, so that closing asks about it too. */
  const restore = (from: Typed) => {
    form.setFields(Object.entries(from).map(([name, value]) => ({ name, value, touched: true })))
    forget()
  }
  const refusal =
    problem ??
    (latest === null && settled !== submitError && !isSilent(submitError) ? submitError?.message : undefined)
  const sentence = tooEarly && files.waits ? filesUnderwayReason : refusal
  // What was sent before is saved; what was changed since is not yet.
  useEffect(() => {
    // Of a long form its end is in sight, where it was sent.
    if (sentence !== undefined || submitError !== null) said.current?.scrollIntoView({ block: 'nearest' })
  }, [sentence, submitError])
  const verb = waiting ? `文件传完就${submitText}…` : submitText
  const tone = problem === null && hasCode(submitError, commonErrors.changeMade.code) ? 'warning' : 'error'
  return (
    <Drawer
      title={title}
      open={open}
      size={narrow ? '100%' : wide ? 720 : 480}
      onClose={close}
      afterOpenChange={now => (now ? focusFirst(shown.current) : onClosed())}
      footer={
        <div className="ui-form-ends">
          <Button onClick={close}>取消</Button>
          {asks === undefined ? (
            <Button type="primary" loading={loading || waiting} onClick={form.submit}>
              {verb}
            </Button>
          ) : (
            <Button danger className="ui-form-apart" loading={loading || waiting} onClick={form.submit}>
              {verb}
            </Button>
          )}
        </div>
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
          onFinish={submit}
          onKeyDownCapture={onKey}
          onValuesChange={recheck}
          onFieldsChange={fields => {
            touched.current ||= fields.some(field => field.touched === true)
          }}
          onBlur={showCleaned(form, schema)}
        >
          <div ref={said} className="ui-form-said">
            {kept !== null && <KeptPanel onRestore={() => restore(kept)} onDrop={forget} />}
            {sentence !== undefined && (
              <Alert className="ui-form-error" type={tone} showIcon title={unbroken(sentence)} />
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
          <FilesUnderway value={files.tell}>{children}</FilesUnderway>
          <button type="submit" hidden aria-hidden tabIndex={-1} />
        </Form>
      </SchemaContext>
    </Drawer>
  )
}

/** Whoever opens a form wants to fill it in. Not by touch: a keyboard would cover what is to be read first. */
function focusFirst(form: HTMLElement | null): void {
  if (matchMedia('(pointer: coarse)').matches) return
  const field = 'input:not([type=hidden], :disabled), textarea:not(:disabled)'
  // Where money moves, how much is what people come with.
  const amount = form?.querySelector<HTMLElement>('.ui-moved-amount input:not(:disabled)')
  const first = amount ?? form?.querySelector<HTMLElement>(field)
  // A date's field would open its calendar over the form.
  if (first && first.closest('.ant-picker') === null) first.focus()
}

function hasCode(error: Error | null, code: number): error is CallError {
  return error instanceof CallError && error.code === code
}

/** The row as it is now, which a stale-version refusal carries. */
function latestOf(error: Error | null): Values | null {
  if (!hasCode(error, commonErrors.staleVersion.code)) return null
  return typeof error.data === 'object' && error.data !== null ? { ...error.data } : null
}
