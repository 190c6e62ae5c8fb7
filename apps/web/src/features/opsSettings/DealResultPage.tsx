import { type DealResultRow, dealOutcomes, dealResultForm } from '@drivesim/contract/opsSettingShapes'
import { opsSettings } from '@drivesim/contract/opsSettings'
import { Select } from 'antd'
import { useChange } from '../../api/query.ts'
import { DrawerForm } from '../../ui/form/DrawerForm.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { OnOff } from '../../ui/form/OnOff.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { Column } from '../../ui/list/types.ts'
import { optionsOf } from '../../ui/options.ts'
import { CommonFields } from './CommonFields.tsx'
import { endColumns, nameColumn, nameFilter, stateFilter } from './lists.tsx'
import { dictionaryReads } from './reads.ts'
import { type ItemFormProps, useDictionary } from './useDictionary.tsx'

const columns: readonly Column<DealResultRow>[] = [
  nameColumn,
  { key: 'outcome', title: '结果', render: row => dealOutcomes[row.outcome] },
  {
    key: 'needsPicture',
    title: '维修后照片',
    render: row => (row.needsPicture ? '须上传' : null),
  },
  ...endColumns,
]
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
  const save = useChange(opsSettings.dealResultSave, { invalidates: dictionaryReads, quiet: true })
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
