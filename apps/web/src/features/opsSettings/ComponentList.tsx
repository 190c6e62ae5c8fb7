import { type ComponentRow, componentForm } from '@drivesim/contract/opsSettingShapes'
import { opsSettings } from '@drivesim/contract/opsSettings'
import { Link } from 'react-router'
import { useChange } from '../../api/query.ts'
import { DrawerForm } from '../../ui/form/DrawerForm.tsx'
import { number } from '../../ui/format.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { Column } from '../../ui/list/types.ts'
import { CommonFields } from './CommonFields.tsx'
import { endColumns, nameColumn, nameFilter, stateFilter } from './lists.tsx'
import { dictionaryReads } from './reads.ts'
import { type ItemFormProps, useDictionary } from './useDictionary.tsx'

const columns: readonly Column<ComponentRow>[] = [
  nameColumn,
  {
    key: 'faultTypes',
    title: '故障类型',
    numeric: true,
    render: row => (
      <Link to={`/operation/faultType?componentKindId=${row.id}`}>{number(row.faultTypes)}</Link>
    ),
  },
  {
    key: 'parts',
    title: '配件',
    numeric: true,
    render: row => (
      <Link to={`/operation/componentKind?tab=parts&componentKindId=${row.id}`}>{number(row.parts)}</Link>
    ),
  },
  ...endColumns,
]
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
  const save = useChange(opsSettings.componentSave, { invalidates: dictionaryReads, quiet: true })
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
