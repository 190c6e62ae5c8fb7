import type { FormInstance } from 'antd'
import type { KeyboardEvent } from 'react'
import { isComposing } from '../isComposing.ts'
import type { Values } from './rules.ts'

/** Asked before what was typed is thrown away. */
export const discard = {
  title: '放弃填写的内容？',
  consequence: '填写的内容还没有保存，关闭后不能恢复。',
  verb: '放弃填写',
  danger: true,
  stay: '继续填写',
  // Closed after the question, which hands the focus back into the form, the form hands it on to where it was.
  run: () => Promise.resolve(),
}

/** Enter sends a form, Ctrl and Enter from any field. */
export const submitByKeys = (form: FormInstance) => (event: KeyboardEvent<HTMLFormElement>) => {
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

/** A field that was wrong is looked at again with every change. */
export const recheck = (form: FormInstance) => (changed: Values) => {
  const wrong = Object.keys(changed).filter(name => form.getFieldError(name).length > 0)
  if (wrong.length > 0) void form.validateFields(wrong).catch(() => undefined)
}

/** Whoever opens a form wants to fill it in. Not by touch: a keyboard would cover what is to be read first. */
export function focusFirst(form: HTMLElement | null): void {
  if (matchMedia('(pointer: coarse)').matches) return
  const field = 'input:not([type=hidden], :disabled), textarea:not(:disabled)'
  // Where money moves, how much is what people come with.
  const amount = form?.querySelector<HTMLElement>('.ui-moved-amount input:not(:disabled)')
  const first = amount ?? form?.querySelector<HTMLElement>(field)
  // A date's field would open its calendar over the form.
  if (first && first.closest('.ant-picker') === null) first.focus()
}
