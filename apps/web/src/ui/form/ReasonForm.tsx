import type { Endpoint, InputOf } from '@drivesim/contract/endpoint'
import { App, Input } from 'antd'
import type { z } from 'zod'
import { useChange } from '../../api/query.ts'
import { DrawerForm } from './DrawerForm.tsx'
import { Field } from './Field.tsx'

interface Props<E extends Endpoint & { readonly input: z.ZodType }> {
  endpoint: E
  /** Its input but for the reason. */
  of: Readonly<Record<string, unknown>>
  /** Calls to read again afterwards. */
  reads: readonly Endpoint[]
  /** Names what is changed. */
  title: string
  /** What the button says, and afterwards that it is done: `冲正`. */
  verb: string
  /** What follows. */
  consequence: string
  /** The reason may be left out. */
  optional?: boolean
  onClosed: () => void
}

/** A change that is made for a reason: asks for it, and says what follows. */
export function ReasonForm<E extends Endpoint & { readonly input: z.ZodType }>(props: Props<E>) {
  const { endpoint, of, reads, title, verb, consequence, optional = false, onClosed } = props
  const { message } = App.useApp()
  const change = useChange(endpoint, { invalidates: reads, quiet: true })
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
      <Field name="reason" required={!optional}>
        <Input.TextArea rows={3} maxLength={200} />
      </Field>
    </DrawerForm>
  )
}
