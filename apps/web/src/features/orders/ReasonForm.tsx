import type { Endpoint, InputOf } from '@drivesim/contract/endpoint'
import { App, Input } from 'antd'
import type { z } from 'zod'
import { useChange } from '../../api/query.ts'
import { DrawerForm } from '../../ui/form/DrawerForm.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { orderReads } from './reads.ts'

/** A change that is made for a reason. */
export interface Reasoned<E extends Endpoint & { readonly input: z.ZodType }> {
  endpoint: E
  /** Its input but for the reason. */
  of: Readonly<Record<string, unknown>>
  /** Names the order, its amount and whose it is. */
  title: string
  /** What the button says, and afterwards that it is done: `冲正`. */
  verb: string
  /** What follows. */
  consequence: string
}

interface Props<E extends Endpoint & { readonly input: z.ZodType }> extends Reasoned<E> {
  onClosed: () => void
}

/** Asks why before an order or a refund is closed, reversed, refused or given up. */
export function ReasonForm<E extends Endpoint & { readonly input: z.ZodType }>(props: Props<E>) {
  const { endpoint, of, title, verb, consequence, onClosed } = props
  const { message } = App.useApp()
  const change = useChange(endpoint, { invalidates: orderReads, quiet: true })
  return (
    <DrawerForm
      title={title}
      submitText={verb}
      schema={endpoint.input}
      initial={of}
      loading={change.isPending}
      submitError={change.error}
      onSubmit={async values => {
        await change.mutateAsync(values as InputOf<E>)
        message.success(`已${verb}`)
      }}
      onClosed={onClosed}
    >
      <p>{consequence}</p>
      <Field name="reason" required>
        <Input.TextArea rows={3} maxLength={200} />
      </Field>
    </DrawerForm>
  )
}
