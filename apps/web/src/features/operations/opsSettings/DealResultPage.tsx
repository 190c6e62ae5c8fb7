import {
  type DealResultRow,
  dealOutcomes,
  dealResultForm,
  dealResultList,
} from '@drivesim/contract/operations/opsSettings/opsSettingShapes'
import { opsSettings } from '@drivesim/contract/operations/opsSettings/opsSettings'
import { Select } from 'antd'
import { useChange } from '../../../api/query.ts'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { OnOff } from '../../../ui/form/OnOff.tsx'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import { optionsOf } from '../../../ui/options.ts'
import { CommonFields } from './CommonFields.tsx'
import { itemCells, nameFilter, stateFilter } from './lists.tsx'
import { dictionaryReads } from './reads.ts'
import { type ItemFormProps, useDictionary } from './useDictionary.tsx'

const columns = columnsOf(dealResultList, {
  ...itemCells,
  needsPicture: (row, shown) => (row.needsPicture ? shown : null),
})
const filters = [nameFilter('处理结果', '名称的一部分'), stateFilter]

/** 处理结果. */
export default function DealResultPage() {
  const { actions, add, dialogs } = useDictionary('dealResult', DealResultForm)
  return (
    <>
      <ListPage
        name="dealResults"
        title="处理结果"
        endpoint={opsSettings.dealResults}
        exportEndpoint={opsSettings.dealResultExport}
        rowKey={row => row.id}
        columns={columns}
        filters={filters}
        {...actions}
        toolbar={add}
        empty={{ title: '还没有处理结果', hint: '点击“新增处理结果”，提交完工时从中选择' }}
      />
      {dialogs}
    </>
  )
}

function DealResultForm({ item, onClosed }: ItemFormProps<DealResultRow>) {
  const save = useChange(opsSettings.saveDealResult, { invalidates: dictionaryReads, quiet: true })
  return (
    <DrawerForm
      title={item === undefined ? '新增处理结果' : `编辑处理结果 ${item.name}`}
      submitText={item === undefined ? '新增处理结果' : '保存'}
      schema={dealResultForm}
      initial={item ?? { sort: 100, needsPicture: false }}
      loading={save.isPending}
      submitError={save.error}
      onSubmit={values => save.mutateAsync(values)}
      onClosed={onClosed}
    >
      <CommonFields placeholder="如 现场维修完成">
        <Field name="outcome" help="已修复、已更换、无故障的，验收时设备的故障一并消除">
          <Select placeholder="请选择" options={optionsOf(dealOutcomes)} />
        </Field>
        <Field name="needsPicture">
          <OnOff />
        </Field>
      </CommonFields>
    </DrawerForm>
  )
}
