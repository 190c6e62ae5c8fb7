import { describeIssue } from '@drivesim/contract/issues'
import { Alert, App, Button, Form, type FormInstance } from 'antd'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { isSilent } from '../../../api/callError.ts'
import { SchemaContext } from '../../../ui/form/Field.tsx'
import {
  FilesUnderway,
  filesUnderwayReason,
  useFilesUnderway,
  useSentAfterFiles,
} from '../../../ui/form/filesUnderway.ts'
import { showCleaned } from '../../../ui/form/showCleaned.ts'
import styles from './account.module.css'

type Values = Record<string, unknown>

interface Props<Output> {
  schema: z.ZodType<Output>
  form: FormInstance<Values>
  initial: Readonly<Values>
  loading: boolean
  submitError: Error | null
  onSubmit: (values: Output) => void
  /** What stands left of 提交: 取消. */
  cancel: ReactNode
  children: ReactNode
}

/** A form of the personal centre: 取消 and 提交, and 表单验证失败! where it cannot be sent (spec §5). */
export function CentreForm<Output>(props: Props<Output>) {
  const { schema, form, initial, loading, submitError, onSubmit, cancel, children } = props
  const { message } = App.useApp()
  const fail = () => void message.error('表单验证失败!')
  const files = useFilesUnderway()
  const { waiting, putOff } = useSentAfterFiles(files, () => form.submit())
  const submit = () => {
    if (putOff()) return
    if (files.waits) return void message.info(filesUnderwayReason)
    const result = schema.safeParse(form.getFieldsValue(true), { reportInput: true })
    if (result.success) return onSubmit(result.data)
    console.warn('form refused', describeIssue(schema, result.error.issues))
    fail()
  }
  return (
    <SchemaContext value={schema}>
      <Form
        form={form}
        layout="vertical"
        className="ui-form"
        initialValues={initial}
        scrollToFirstError={{ focus: true, block: 'center' }}
        onFinish={submit}
        onFinishFailed={fail}
        onBlur={showCleaned(form, schema)}
      >
        {submitError !== null && !isSilent(submitError) && (
          <Alert className="ui-form-error" type="error" showIcon title={submitError.message} />
        )}
        <FilesUnderway value={files.tell}>{children}</FilesUnderway>
        <div className={styles.ends}>
          {cancel}
          <Button type="primary" htmlType="submit" loading={loading || waiting}>
            {waiting ? '文件传完就提交…' : '提交'}
          </Button>
        </div>
      </Form>
    </SchemaContext>
  )
}
