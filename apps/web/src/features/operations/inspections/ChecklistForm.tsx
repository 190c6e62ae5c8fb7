import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { type ChecklistItem, checklistItemKinds } from '@drivesim/contract/operations/inspections/checklists'
import type { ChecklistRow } from '@drivesim/contract/operations/inspections/inspectionShapes'
import { inspections } from '@drivesim/contract/operations/inspections/inspections'
import { Button, Checkbox, Input, Select } from 'antd'
import { useChange } from '../../../api/query.ts'
import { FaultTypePicker } from '../../../parts/OpsPickers.tsx'
import { DecimalInput } from '../../../ui/form/DecimalInput.tsx'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { optionsOf } from '../../../ui/options.ts'
import { moveItem } from '../../../ui/useDragSort.ts'
import styles from './inspections.module.css'
import { planReads } from './reads.ts'

/** 检查清单: what is looked at on each device, in this order. */
export function ChecklistForm({ list, onClosed }: { list?: ChecklistRow; onClosed: () => void }) {
  const save = useChange(inspections.saveChecklist, { invalidates: planReads, quiet: true })
  return (
    <DrawerForm
      title={list === undefined ? '新增检查清单' : `编辑检查清单 ${list.name}`}
      submitText={list === undefined ? '新增检查清单' : '保存'}
      schema={inspections.saveChecklist.input}
      initial={list ?? { items: [newItem()] }}
      loading={save.isPending}
      submitError={save.error}
      describe={(name, value) =>
        name === 'items' && Array.isArray(value)
          ? value.map((item: ChecklistItem) => item.text).join('、')
          : undefined
      }
      onSubmit={values => save.mutateAsync(values)}
      onClosed={onClosed}
    >
      <Field name="name">
        <Input maxLength={50} placeholder="如 季度保养清单" />
      </Field>
      <Field name="items" help="改动只影响之后生成的工单">
        <Items />
      </Field>
    </DrawerForm>
  )
}

/** Its key stays with it whatever it is called later. */
function newItem(): ChecklistItem {
  const key = `i${Array.from(crypto.getRandomValues(new Uint8Array(6)), byte => byte.toString(36)).join('')}`
  return {
    key: key.slice(0, 16),
    text: '',
    kind: 'passFail',
    min: null,
    max: null,
    required: true,
    onFailTypeId: null,
  }
}

interface ItemsProps {
  id?: string
  value?: readonly ChecklistItem[]
  onChange?: (items: readonly ChecklistItem[]) => void
}

function Items({ id, value = [], onChange }: ItemsProps) {
  const change = (index: number, by: Partial<ChecklistItem>) =>
    onChange?.(value.map((item, at) => (at === index ? { ...item, ...by } : item)))
  return (
    <div className={styles.items} id={id}>
      {value.map((item, index) => (
        <fieldset key={item.key} className={styles.item}>
          <legend className="visually-hidden">第 {index + 1} 项</legend>
          <div className={styles.line}>
            <Input
              aria-label={`第 ${index + 1} 项的检查内容`}
              placeholder="检查什么，如 踏板回弹正常"
              maxLength={200}
              value={item.text}
              onChange={event => change(index, { text: event.target.value })}
            />
            <Button
              type="text"
              aria-label={`第 ${index + 1} 项上移`}
              icon={<ArrowUpOutlined />}
              disabled={index === 0}
              onClick={() => onChange?.(moveItem(value, index, index - 1))}
            />
            <Button
              type="text"
              aria-label={`第 ${index + 1} 项下移`}
              icon={<ArrowDownOutlined />}
              disabled={index === value.length - 1}
              onClick={() => onChange?.(moveItem(value, index, index + 1))}
            />
            <Button
              type="text"
              aria-label={`移除第 ${index + 1} 项`}
              icon={<DeleteOutlined />}
              disabled={value.length === 1}
              onClick={() => onChange?.(value.filter(({ key }) => key !== item.key))}
            />
          </div>
          <div className={styles.line}>
            <Select
              aria-label={`第 ${index + 1} 项的填写方式`}
              className={styles.kind ?? ''}
              value={item.kind}
              options={optionsOf(checklistItemKinds)}
              onChange={kind => change(index, { kind: kind as ChecklistItem['kind'], min: null, max: null })}
            />
            {item.kind === 'number' && (
              <>
                <DecimalInput
                  aria-label={`第 ${index + 1} 项的最小值`}
                  placeholder="最小"
                  value={item.min}
                  onChange={min => change(index, { min })}
                />
                <DecimalInput
                  aria-label={`第 ${index + 1} 项的最大值`}
                  placeholder="最大"
                  value={item.max}
                  onChange={max => change(index, { max })}
                />
              </>
            )}
            <Checkbox
              checked={item.required}
              onChange={({ target }) => change(index, { required: target.checked })}
            >
              必填
            </Checkbox>
          </div>
          {(item.kind === 'passFail' || item.kind === 'number') && (
            <FaultTypePicker
              aria-label={`第 ${index + 1} 项不通过时的故障类型`}
              placeholder="不通过时生成的故障，可以不选"
              value={item.onFailTypeId ?? undefined}
              onChange={picked => change(index, { onFailTypeId: picked ?? null })}
            />
          )}
        </fieldset>
      ))}
      <Button icon={<PlusOutlined />} onClick={() => onChange?.([...value, newItem()])}>
        添加一项
      </Button>
    </div>
  )
}
