import { account } from '@drivesim/contract/people/account'
import { readingErrors } from '@drivesim/contract/readingErrors'
import { Alert, Button, Form, Input } from 'antd'
import { isSilent } from '../../../api/callError.ts'
import { useChange } from '../../../api/query.ts'
import { aboveDialogs, DraggableModal } from '../../../ui/DraggableModal.tsx'
import { Field, SchemaContext } from '../../../ui/form/Field.tsx'

interface Props {
  readonly onDone: () => void
  readonly onCancelled: () => void
}

/** Asks why somebody reads so much of people today; what they say stands in the security log. */
export default function ReadingReason({ onDone, onCancelled }: Props) {
  const [form] = Form.useForm<{ reason: string }>()
  const explain = useChange(account.explainReadings, { quiet: true })
  return (
    <DraggableModal open title="说明查看原因" footer={null} zIndex={aboveDialogs} onCancel={onCancelled}>
      <SchemaContext value={account.explainReadings.input}>
        <Form
          form={form}
          layout="vertical"
          className="ui-form"
          onFinish={values => explain.mutate(values, { onSuccess: onDone })}
        >
          {explain.error !== null && !isSilent(explain.error) && (
            <Alert className="ui-form-error" type="error" showIcon title={explain.error.message} />
          )}
          <p>{readingErrors.readingNeedsReason.sentence()}</p>
          <Field name="reason" label="查看原因">
            <Input.TextArea autoFocus rows={3} maxLength={200} placeholder="如 导出全体学员名单交主管部门" />
          </Field>
          <Button block type="primary" htmlType="submit" loading={explain.isPending}>
            继续查看
          </Button>
        </Form>
      </SchemaContext>
    </DraggableModal>
  )
}
