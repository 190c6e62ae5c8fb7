import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import {
  type BankColumn,
  type BankContent,
  type BankTemplate,
  bankContents,
  bankEncodings,
  bankTemplateForm,
  bankTemplates,
  ownBankTemplate,
} from '@drivesim/contract/money/bankTemplates'
import { Button, Input, Segmented, Select } from 'antd'
import { useChange } from '../../../api/query.ts'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { OnOff } from '../../../ui/form/OnOff.tsx'
import { optionsOf } from '../../../ui/options.ts'
import { moveItem } from '../../../ui/useDragSort.ts'
import styles from './bankFiles.module.css'
import { bankTemplateReads } from './reads.ts'

/** A bank's columns, in its order, and the words of its result. */
export function TemplateForm({ template, onClosed }: { template?: BankTemplate; onClosed: () => void }) {
  const add = useChange(bankTemplates.add, { invalidates: bankTemplateReads, quiet: true })
  const modify = useChange(bankTemplates.modify, { invalidates: bankTemplateReads, quiet: true })
  const form = {
    loading: add.isPending || modify.isPending,
    submitError: add.error ?? modify.error,
    describe,
    onClosed,
    children: <Fields />,
  }
  if (template === undefined) {
    return (
      <DrawerForm
        {...form}
        title="新增银行模板"
        submitText="新增银行模板"
        schema={bankTemplateForm}
        initial={{ ...ownBankTemplate, encoding: 'gbk', templateName: undefined }}
        onSubmit={values => add.mutateAsync(values)}
      />
    )
  }
  return (
    <DrawerForm
      {...form}
      title={`编辑银行模板 ${template.templateName}`}
      submitText="保存"
      schema={bankTemplates.modify.input}
      initial={template}
      onSubmit={values => modify.mutateAsync(values)}
    />
  )
}

function Fields() {
  return (
    <>
      <Field name="templateName">
        <Input maxLength={30} placeholder="如 工商银行批量转账" />
      </Field>
      <Field name="encoding" help="网银的导入说明会写；多数银行用 GBK">
        <Segmented options={optionsOf(bankEncodings)} />
      </Field>
      <Field name="titled">
        <OnOff />
      </Field>
      <Field
        name="columns"
        help="按银行要求的顺序；必须有户名、账号、金额和申请单号，申请单号可放在银行会原样返回的备注列"
      >
        <Columns />
      </Field>
      <Field name="requestNoTitle" help="银行结果文件中带申请单号的那一列">
        <Input maxLength={30} />
      </Field>
      <Field name="outcomeTitle">
        <Input maxLength={30} />
      </Field>
      <Field name="paidWords" help="结果一列与它完全相同的算成功，空的算没有结果，其余算失败">
        <Input maxLength={20} />
      </Field>
      <Field name="reasonTitle" help="没有这一列时，结果的文字就是失败原因">
        <Input maxLength={30} />
      </Field>
    </>
  )
}

function describe(name: string, value: unknown) {
  if (name === 'columns' && Array.isArray(value))
    return value.map((column: BankColumn) => column.title).join('、')
  if (name === 'encoding' && typeof value === 'string')
    return bankEncodings[value as keyof typeof bankEncodings]
  return undefined
}

interface ColumnsProps {
  id?: string
  value?: readonly BankColumn[]
  onChange?: (columns: readonly BankColumn[]) => void
}

function Columns({ id, value = [], onChange }: ColumnsProps) {
  const change = (index: number, by: Partial<BankColumn>) =>
    onChange?.(value.map((column, at) => (at === index ? { ...column, ...by } : column)))
  // A title that nobody changed goes with its content.
  const fill = (index: number, { title, content: before }: BankColumn, content: BankContent) =>
    change(index, {
      content,
      ...(['', bankContents[before]].includes(title) && { title: bankContents[content] }),
    })
  return (
    <div className={styles.columns} id={id}>
      {value.map((column, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column is nothing but its place
        <fieldset key={index} className={styles.column}>
          <legend className="visually-hidden">第 {index + 1} 列</legend>
          <Select
            aria-label={`第 ${index + 1} 列的内容`}
            className={styles.content ?? ''}
            value={column.content}
            options={optionsOf(bankContents)}
            onChange={content => fill(index, column, content as BankContent)}
          />
          <Input
            aria-label={`第 ${index + 1} 列的列名`}
            className={styles.title ?? ''}
            placeholder="列名"
            maxLength={30}
            value={column.title}
            onChange={event => change(index, { title: event.target.value })}
          />
          {column.content === 'fixed' && (
            <Input
              aria-label={`第 ${index + 1} 列的文字`}
              className={styles.title ?? ''}
              placeholder="每行都写的文字，如 人民币"
              maxLength={50}
              value={column.text ?? ''}
              onChange={event => change(index, { text: event.target.value })}
            />
          )}
          <Ends
            place={index + 1}
            last={value.length}
            onMove={by => onChange?.(moveItem(value, index, index + by))}
            onRemove={() => onChange?.(value.filter((_, at) => at !== index))}
          />
        </fieldset>
      ))}
      <Button
        icon={<PlusOutlined />}
        onClick={() => onChange?.([...value, { title: bankContents.fixed, content: 'fixed' }])}
      >
        增加一列
      </Button>
    </div>
  )
}

interface EndsProps {
  place: number
  last: number
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}

function Ends({ place, last, onMove, onRemove }: EndsProps) {
  return (
    <span>
      <Button
        type="text"
        aria-label={`第 ${place} 列上移`}
        icon={<ArrowUpOutlined />}
        disabled={place === 1}
        onClick={() => onMove(-1)}
      />
      <Button
        type="text"
        aria-label={`第 ${place} 列下移`}
        icon={<ArrowDownOutlined />}
        disabled={place === last}
        onClick={() => onMove(1)}
      />
      <Button
        type="text"
        aria-label={`移除第 ${place} 列`}
        icon={<DeleteOutlined />}
        disabled={last === 1}
        onClick={onRemove}
      />
    </span>
  )
}
