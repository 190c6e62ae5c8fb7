import { factors } from '@drivesim/contract/trust/factors'
import { Alert, Button, Form, Input } from 'antd'
import type { ReactNode } from 'react'
import { isSilent } from '../../../api/callError.ts'
import { DraggableModal } from '../../../ui/DraggableModal.tsx'
import { Field, SchemaContext } from '../../../ui/form/Field.tsx'

interface Props {
  readonly title: string
  readonly initial: string
  readonly verb: string
  readonly loading: boolean
  readonly error: Error | null
  /** What is to be known before. */
  readonly children?: ReactNode
  readonly onNamed: (name: string) => void
  readonly onClosed: () => void
}

const schema = factors.rename.input.pick({ name: true })

/** Asks for the name of a factor. */
export function NameForm({ title, initial, verb, loading, error, children, onNamed, onClosed }: Props) {
  const [form] = Form.useForm<{ name: string }>()
  return (
    <DraggableModal open title={title} footer={null} onCancel={onClosed}>
      <SchemaContext value={schema}>
        <Form
          form={form}
          layout="vertical"
          className="ui-form"
          initialValues={{ name: initial }}
          onFinish={({ name }) => onNamed(name)}
        >
          {error !== null && !isSilent(error) && (
            <Alert className="ui-form-error" type="error" showIcon title={error.message} />
          )}
          {children}
          <Field name="name" help="给它取个好认的名称，以后知道是哪一台">
            <Input autoFocus maxLength={50} />
          </Field>
          <Button block type="primary" htmlType="submit" loading={loading}>
            {verb}
          </Button>
        </Form>
      </SchemaContext>
    </DraggableModal>
  )
}
