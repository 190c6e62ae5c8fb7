import { commonErrors } from '@drivesim/contract/errors'
import { describeIssue } from '@drivesim/contract/issues'
import type { FormInstance } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { CallError, isSilent } from '../../api/callError.ts'
import { filesUnderwayReason, useFilesUnderway, useSentAfterFiles } from './filesUnderway.ts'
import type { Values } from './rules.ts'
import { useConfirm } from './useConfirm.ts'

/** The question before something is sent whose button is red. */
export interface Question {
  title: string
  consequence: string
}

interface Options<Output> {
  form: FormInstance
  schema: z.ZodType<Output>
  submitText: string
  submitError: Error | null
  asks?: ((values: Output) => Promise<Question | null> | Question) | undefined
  onSubmit: (values: Output) => Promise<unknown>
  onSubmitted: () => void
}

/** What there is to know of a form that is sent. */
export type Submitting = ReturnType<typeof useSubmit>

/** Checks what was filled in, asks where it has to, and sends it; says what keeps it from being sent. */
export function useSubmit<Output>(options: Options<Output>) {
  const { form, schema, submitText, submitError, asks, onSubmit, onSubmitted } = options
  const ask = useConfirm()
  const [problem, setProblem] = useState<string | null>(null)
  const [settled, setSettled] = useState<Error | null>(null)
  const files = useFilesUnderway()
  const { waiting, putOff, cancel } = useSentAfterFiles(files, () => form.submit())
  const [tooEarly, setTooEarly] = useState(false)

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
      onSubmitted,
      // The sentence of the refusal comes back as submitError.
      () => setSettled(null),
    )
  }
  const refusal = settled === submitError ? null : submitError
  const latest = latestOf(refusal)
  const shown = latest === null && !isSilent(refusal) ? refusal?.message : undefined
  return {
    submit,
    /** It was sent, and files are on their way. */
    waiting,
    cancel,
    tellFiles: files.tell,
    /** Why it was not sent, or refused; undefined: no reason, or a version of somebody else, which is `latest`. */
    sentence: tooEarly && files.waits ? filesUnderwayReason : (problem ?? shown),
    /** What was sent before is saved; what was changed since is not yet. */
    savedBefore: problem === null && hasCode(submitError, commonErrors.changeMade.code),
    latest,
    /** The refusal has been dealt with. */
    settle: () => setSettled(submitError),
  }
}

function hasCode(error: Error | null, code: number): error is CallError {
  return error instanceof CallError && error.code === code
}

/** The row as it is now, which a stale-version refusal carries. */
function latestOf(error: Error | null): Values | null {
  if (!hasCode(error, commonErrors.staleVersion.code)) return null
  return typeof error.data === 'object' && error.data !== null ? { ...error.data } : null
}
