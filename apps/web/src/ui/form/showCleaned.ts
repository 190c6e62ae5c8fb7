import { cleanedAt } from '@drivesim/contract/labels'
import type { FormInstance } from 'antd'
import type { FocusEvent } from 'react'
import type { z } from 'zod'

/** Shows a text, once its field is left, as it will be saved: without what nobody sees, a phone without its spaces. */
export const showCleaned =
  (form: FormInstance, schema: z.ZodType) =>
  ({ target }: FocusEvent<HTMLFormElement>) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return
    const typed: unknown = form.getFieldValue(target.id)
    // An editor of several values keeps its inputs under names of its own.
    if (typeof typed !== 'string' || typed !== target.value) return
    const cleaned = cleanedAt(schema, [target.id], typed)
    if (cleaned !== typed) form.setFieldValue(target.id, cleaned)
  }
