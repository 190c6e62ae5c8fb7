import {
  type SparePartRow,
  sparePartForm,
  sparePartList,
} from '@drivesim/contract/operations/opsSettings/opsSettingShapes'
import { opsSettings } from '@drivesim/contract/operations/opsSettings/opsSettings'
import { Input } from 'antd'
import { useChange } from '../../../api/query.ts'
import { ComponentPicker } from '../../../parts/OpsPickers.tsx'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { moneyIn } from '../../../ui/form/moneyIn.ts'
import { YuanInput } from '../../../ui/form/YuanInput.tsx'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import { CommonFields } from './CommonFields.tsx'
import { componentFilter, itemCells, nameFilter, stateFilter } from './lists.tsx'
import { dictionaryReads } from './reads.ts'
import { type ItemFormProps, useDictionary } from './useDictionary.tsx'

const columns = columnsOf(sparePartList, itemCells)
const filters = [nameFilter('配件', '名称或型号的一部分'), componentFilter, stateFilter]

/** 配件, with their prices as they are now; an order keeps the price at which it used one. */
export function PartList() {
  const { actions, add, dialogs } = useDictionary('part', PartForm)
  return (
    <>
      <ListPage
        name="spareParts"
        title="配件"
        endpoint={opsSettings.parts}
        exportEndpoint={opsSettings.partExport}
        rowKey={row => row.id}
        columns={columns}
        filters={filters}
        {...actions}
        toolbar={add}
        empty={{ title: '还没有配件', hint: '点击“新增配件”，维修时可以直接选用' }}
      />
      {dialogs}
    </>
  )
}

function PartForm({ item, onClosed }: ItemFormProps<SparePartRow>) {
  const save = useChange(opsSettings.saveSparePart, { invalidates: dictionaryReads, quiet: true })
  return (
    <DrawerForm
      title={item === undefined ? '新增配件' : `编辑配件 ${item.name}`}
      submitText={item === undefined ? '新增配件' : '保存'}
      schema={sparePartForm}
      initial={item ?? { sort: 100 }}
      loading={save.isPending}
      submitError={save.error}
      describe={(name, value) => (name === 'price' ? moneyIn(value) : undefined)}
      onSubmit={values => save.mutateAsync(values)}
      onClosed={onClosed}
    >
      <CommonFields placeholder="如 踏板弹簧">
        <Field name="model">
          <Input maxLength={50} />
        </Field>
        <Field name="componentKindId">
          <ComponentPicker />
        </Field>
        <Field name="price" help="改价不影响已经用在工单里的配件">
          <YuanInput />
        </Field>
      </CommonFields>
    </DrawerForm>
  )
}
