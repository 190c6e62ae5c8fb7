import {
  type ComponentRow,
  componentForm,
  componentList,
} from '@drivesim/contract/operations/opsSettings/opsSettingShapes'
import { opsSettings } from '@drivesim/contract/operations/opsSettings/opsSettings'
import { Link } from 'react-router'
import { useChange } from '../../../api/query.ts'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import { CommonFields } from './CommonFields.tsx'
import { itemCells, nameFilter, stateFilter } from './lists.tsx'
import { dictionaryReads } from './reads.ts'
import { type ItemFormProps, useDictionary } from './useDictionary.tsx'

const columns = columnsOf(componentList, {
  ...itemCells,
  faultTypes: (row, shown) => <Link to={`/operation/faultType?componentKindId=${row.id}`}>{shown}</Link>,
  parts: (row, shown) => (
    <Link to={`/operation/componentKind?tab=parts&componentKindId=${row.id}`}>{shown}</Link>
  ),
})
const filters = [nameFilter('部件', '名称的一部分'), stateFilter]

/** 部件类型. */
export function ComponentList() {
  const { actions, add, dialogs } = useDictionary('component', ComponentForm)
  return (
    <>
      <ListPage
        name="componentKinds"
        title="部件类型"
        endpoint={opsSettings.components}
        exportEndpoint={opsSettings.componentExport}
        rowKey={row => row.id}
        columns={columns}
        filters={filters}
        {...actions}
        toolbar={add}
        empty={{ title: '还没有部件类型', hint: '点击“新增部件类型”，如方向盘、踏板' }}
      />
      {dialogs}
    </>
  )
}

function ComponentForm({ item, onClosed }: ItemFormProps<ComponentRow>) {
  const save = useChange(opsSettings.saveComponent, { invalidates: dictionaryReads, quiet: true })
  return (
    <DrawerForm
      title={item === undefined ? '新增部件类型' : `编辑部件类型 ${item.name}`}
      submitText={item === undefined ? '新增部件类型' : '保存'}
      schema={componentForm}
      initial={item ?? { sort: 100 }}
      loading={save.isPending}
      submitError={save.error}
      onSubmit={values => save.mutateAsync(values)}
      onClosed={onClosed}
    >
      <CommonFields placeholder="如 方向盘" />
    </DrawerForm>
  )
}
