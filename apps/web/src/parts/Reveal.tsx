import type { DataOf, Endpoint, InputOf } from '@drivesim/contract/endpoint'
import { Button, Input } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { useChange } from '../api/query.ts'
import { Copyable } from '../ui/Copyable.tsx'
import { DraggableModal } from '../ui/DraggableModal.tsx'
import { Facts } from '../ui/Facts.tsx'
import { DrawerForm } from '../ui/form/DrawerForm.tsx'
import { Field } from '../ui/form/Field.tsx'

/** A call that answers personal data in full, once, for a reason. */
export interface RevealEndpoint extends Endpoint {
  readonly input: z.ZodType
  readonly reply: z.ZodType<Readonly<Record<string, string | null>>>
}

export interface RevealProps<E extends RevealEndpoint> {
  /** What is looked at: `手机号`. */
  what: string
  /** Whose it is. */
  name: string
  endpoint: E
  /** The call's input but for the reason. */
  of: Readonly<Record<string, unknown>>
  /** What the fields of the answer are called, in their order; one without a word is not shown. */
  words: Readonly<Partial<Record<keyof DataOf<E> & string, string>>>
  /** A reason that somebody might have. */
  example?: string
  onClosed: () => void
}

/** Asks for the reason, then shows phone and papers in full; who looked and why is in the security log. */
export function Reveal<E extends RevealEndpoint>({
  what,
  name,
  endpoint,
  of,
  words,
  example = '核对考试报名资料',
  onClosed,
}: RevealProps<E>) {
  const reveal = useChange(endpoint, { quiet: true })
  const [revealed, setRevealed] = useState<DataOf<E> | null>(null)
  if (revealed !== null) {
    const facts = Object.entries(words) as [keyof DataOf<E>, string][]
    return (
      <DraggableModal
        open
        title={`${name} 的${what}`}
        onCancel={onClosed}
        footer={
          <Button type="primary" onClick={onClosed}>
            关闭
          </Button>
        }
      >
        <Facts
          items={facts.map(([field, word]) => [
            word,
            revealed?.[field] ? (
              <Copyable key={word} what={word} text={String(revealed[field])} />
            ) : (
              '没有登记'
            ),
          ])}
        />
      </DraggableModal>
    )
  }
  return (
    <DrawerForm
      title={`查看${what} ${name}`}
      submitText={`查看${what}`}
      schema={endpoint.input}
      initial={of}
      loading={reveal.isPending}
      submitError={reveal.error}
      onSubmit={async values => setRevealed(await reveal.mutateAsync(values as InputOf<E>))}
      onClosed={onClosed}
    >
      <p>{`完整的${Object.values(words).join('和')}属于个人信息，查看人、时间和原因会记入安全日志。`}</p>
      <Field name="reason">
        <Input.TextArea rows={3} maxLength={200} placeholder={`如 ${example}`} />
      </Field>
    </DrawerForm>
  )
}
