import {
  type FaultTypeRow,
  faultSeverities,
  faultTypeForm,
  faultTypeList,
  priorityOfSeverity,
} from '@drivesim/contract/operations/opsSettings/opsSettingShapes'
import { opsSettings } from '@drivesim/contract/operations/opsSettings/opsSettings'
import { workOrderPriorities } from '@drivesim/contract/operations/workOrders/workOrderShapes'
import { Select } from 'antd'
import { useChange } from '../../../api/query.ts'
import { ComponentPicker } from '../../../parts/OpsPickers.tsx'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { NumberField } from '../../../ui/form/NumberField.tsx'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import { CommonFields } from './CommonFields.tsx'
import { componentFilter, itemCells, nameFilter, stateFilter } from './lists.tsx'
import { dictionaryReads } from './reads.ts'
import { type ItemFormProps, useDictionary } from './useDictionary.tsx'

const columns = columnsOf(faultTypeList, {
  ...itemCells,
  settleSeconds: (row, shown) => (row.settleSeconds === 0 ? null : shown),
})
const filters = [nameFilter('故障', '名称或故障代码的一部分'), componentFilter, stateFilter]

/** 故障类型: how bad, until when, and by which codes devices report it. */
export default function FaultTypePage() {
  const { actions, add, dialogs } = useDictionary('faultType', FaultTypeForm)
  return (
    <>
      <ListPage
        name="faultTypes"
        title="故障类型"
        endpoint={opsSettings.faultTypes}
        exportEndpoint={opsSettings.faultTypeExport}
        rowKey={row => row.id}
        columns={columns}
        filters={filters}
        {...actions}
        toolbar={add}
        empty={{ title: '还没有故障类型', hint: '点击“新增故障类型”，设备按故障代码归入' }}
      />
      {dialogs}
    </>
  )
}

const severities = (['critical', 'major', 'minor'] as const).map(value => ({
  value,
  label: `${faultSeverities[value]}（${workOrderPriorities[priorityOfSeverity[value]]}）`,
}))

function FaultTypeForm({ item, onClosed }: ItemFormProps<FaultTypeRow>) {
  const save = useChange(opsSettings.saveFaultType, { invalidates: dictionaryReads, quiet: true })
  return (
    <DrawerForm
      title={item === undefined ? '新增故障类型' : `编辑故障类型 ${item.name}`}
      submitText={item === undefined ? '新增故障类型' : '保存'}
      schema={faultTypeForm}
      initial={item ?? { sort: 100, severity: 'major', repairHours: 24, settleSeconds: 0, codes: [] }}
      loading={save.isPending}
      submitError={save.error}
      onSubmit={values => save.mutateAsync(values)}
      onClosed={onClosed}
    >
      <CommonFields placeholder="如 踏板无回弹">
        <Field name="componentKindId">
          <ComponentPicker />
        </Field>
        <Field name="severity">
          <Select options={severities} />
        </Field>
        <NumberField name="repairHours" unit="小时" />
        <NumberField name="settleSeconds" unit="秒" />
        <Field name="codes" help="设备上报的代码，一个代码只属于一个故障类型；输入后按回车">
          <Select
            mode="tags"
            open={false}
            suffixIcon={null}
            tokenSeparators={[',', '，', ' ']}
            placeholder="如 E202"
          />
        </Field>
      </CommonFields>
    </DrawerForm>
  )
}
