import { PlusOutlined } from '@ant-design/icons'
import {
  type StocktakeRow,
  stocktakeList,
  stocktakeStates,
} from '@drivesim/contract/operations/inspections/inspectionShapes'
import { inspections } from '@drivesim/contract/operations/inspections/inspections'
import { useState } from 'react'
import { useChange } from '../../../api/query.ts'
import { OrganisationPicker } from '../../../parts/OrganisationPicker.tsx'
import { pickerControl } from '../../../parts/pickerControl.tsx'
import { RoomFields } from '../../../parts/RoomFields.tsx'
import { Can } from '../../../ui/Can.tsx'
import { FormButton } from '../../../ui/FormButton.tsx'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { dayFilters } from '../../../ui/list/dayFilters.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import type { Filter } from '../../../ui/list/types.ts'
import { OpenButton } from '../../../ui/OpenButton.tsx'
import { optionsOf } from '../../../ui/options.ts'
import { useAddressId } from '../../../ui/useAddressParam.ts'
import { stocktakeReads } from './reads.ts'
import { StocktakeDrawer } from './StocktakeDrawer.tsx'
import { placeOf, StocktakeTag } from './stocktakeTags.tsx'

const columns = (open: (row: StocktakeRow) => void) =>
  columnsOf(stocktakeList, {
    place: row => <OpenButton onOpen={() => open(row)}>{placeOf(row)}</OpenButton>,
    state: row => <StocktakeTag state={row.state} />,
  })

const filters: Filter<'organId' | 'state' | 'beginDate' | 'endDate'>[] = [
  { name: 'organId', label: '机构', kind: 'picker', render: pickerControl(OrganisationPicker) },
  { name: 'state', label: '状态', kind: 'select', options: optionsOf(stocktakeStates) },
  ...dayFilters,
]

/** 盘点: whether the devices stand where they should. */
export function StocktakeList() {
  const [shown, show] = useState<number | null>(null)
  useAddressId('stocktakeId', show)
  const [opening, setOpening] = useState(false)
  return (
    <>
      <ListPage
        name="stocktakes"
        title="盘点"
        endpoint={inspections.stocktakes}
        rowKey={row => row.stocktakeId}
        columns={columns(row => show(row.stocktakeId))}
        filters={filters}
        toolbar={
          <Can code="ops:handle">
            <FormButton type="primary" icon={<PlusOutlined />} act="add" onPress={() => setOpening(true)}>
              开始盘点
            </FormButton>
          </Can>
        }
        empty={{ title: '还没有盘点', hint: '点击“开始盘点”，逐台扫描设备上的标签' }}
      />
      {opening && <OpenForm onOpened={show} onClosed={() => setOpening(false)} />}
      {shown !== null && <StocktakeDrawer stocktakeId={shown} onClosed={() => show(null)} />}
    </>
  )
}

function OpenForm({ onOpened, onClosed }: { onOpened: (id: number) => void; onClosed: () => void }) {
  const open = useChange(inspections.openStocktake, { invalidates: stocktakeReads, quiet: true })
  return (
    <DrawerForm
      title="开始盘点"
      submitText="开始盘点"
      schema={inspections.openStocktake.input}
      initial={{}}
      loading={open.isPending}
      submitError={open.error}
      onSubmit={async values => onOpened((await open.mutateAsync(values)).stocktakeId)}
      onClosed={onClosed}
    >
      <RoomFields roomHelp="不选则盘点这个机构的全部设备，不含下级机构的设备" />
    </DrawerForm>
  )
}
