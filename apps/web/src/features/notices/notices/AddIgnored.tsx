import { notices, otherDeviceList } from '@drivesim/contract/notices/notices'
import { organisations } from '@drivesim/contract/schools/organisations/organisations'
import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { query } from '../../../api/query.ts'
import { ClassroomPicker } from '../../../parts/ClassroomPicker.tsx'
import { OrganisationPicker } from '../../../parts/OrganisationPicker.tsx'
import { SimulatorStateTag } from '../../../parts/SimulatorState.tsx'
import { ActButton } from '../../../ui/ActButton.tsx'
import { DraggableModal } from '../../../ui/DraggableModal.tsx'
import { useConfirm } from '../../../ui/form/useConfirm.ts'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { Binding, DevicePages } from './DevicePages.tsx'
import type { SavedRow } from './noticeCalls.ts'
import styles from './notices.module.css'

const columns = columnsOf(otherDeviceList, {
  simulatorNum: (row, shown) => (
    <>
      {shown} <span className="ui-quiet">{row.simulatorName}</span>
    </>
  ),
  binding: row => <Binding row={row} />,
  state: row => <SimulatorStateTag of={row} />,
})

interface DeviceFilter {
  organId?: number
  roomId?: number
  simulatorNum?: string
}

interface Props {
  row: SavedRow
  onAdded: (count: number) => void
  onClosed: () => void
}

/** 添加忽略设备: the picker of spec §2; what is chosen stays chosen while filters and pages turn. */
export function AddIgnored({ row: { configId, messageTypeChn }, onAdded, onClosed }: Props) {
  const ask = useConfirm()
  const [open, setOpen] = useState(true)
  const [filter, setFilter] = useState<DeviceFilter>({})
  const [chosen, setChosen] = useState<readonly number[]>([])
  const add = () =>
    ask({
      title: `忽略选中的 ${chosen.length} 台设备？`,
      consequence: `这些设备不再产生${messageTypeChn}，可以随时移出。`,
      verb: '添加忽略设备',
      run: async () => {
        await call(notices.ignore, { configId, simulatorIds: [...chosen] })
        onAdded(chosen.length)
        setOpen(false)
      },
    })
  return (
    <DraggableModal
      title="添加忽略设备"
      open={open}
      width={960}
      onCancel={() => setOpen(false)}
      afterClose={onClosed}
      footer={
        <div className={styles.ends}>
          <span className="ui-quiet" aria-live="polite">
            已选 {chosen.length} 台
          </span>
          <Button onClick={() => setOpen(false)}>取消</Button>
          <ActButton type="primary" reason={chosen.length === 0 ? '请先选择设备' : null} onClick={add}>
            确定添加
          </ActButton>
        </div>
      }
    >
      <PickerFilters onQuery={setFilter} />
      <DevicePages
        key={JSON.stringify(filter)}
        title="可忽略的设备"
        endpoint={notices.otherDevices}
        input={{ configId, ...filter }}
        columns={columns}
        chosen={chosen}
        onChoose={setChosen}
        empty={{ title: '没有可以忽略的设备', hint: '请放宽查询条件，或这些设备已经在忽略列表中。' }}
      />
    </DraggableModal>
  )
}

/** Organisation, its classroom once it is known to have any, and part of what the device is called. */
function PickerFilters({ onQuery }: { onQuery: (filter: DeviceFilter) => void }) {
  const [draft, setDraft] = useState<DeviceFilter>({})
  const { organId, roomId, simulatorNum } = draft
  const rooms = useQuery({
    ...query(organisations.classroomsOfOrganisation, { organId }),
    enabled: organId !== undefined,
  })
  const hasRooms = organId !== undefined && (rooms.data?.length ?? 0) > 0
  const show = (next: DeviceFilter) => {
    setDraft(next)
    onQuery(next)
  }
  return (
    <form
      className={`ui-filters ${styles.filters}`}
      aria-label="查询条件"
      onSubmit={event => {
        event.preventDefault()
        onQuery(draft)
      }}
    >
      <div className="ui-filter">
        <OrganisationPicker
          aria-label="机构"
          innerLabel="机构"
          value={organId}
          onChange={picked => {
            const { organId: _organ, roomId: _room, ...others } = draft
            setDraft({ ...others, ...(picked !== undefined && { organId: picked }) })
          }}
        />
      </div>
      {hasRooms && (
        <div className="ui-filter">
          <ClassroomPicker
            aria-label="教室"
            innerLabel="教室"
            organId={organId}
            value={roomId}
            onChange={picked => {
              const { roomId: _room, ...others } = draft
              setDraft({ ...others, ...(picked !== undefined && { roomId: picked }) })
            }}
          />
        </div>
      )}
      <div className="ui-filter">
        <Input
          aria-label="设备编号"
          prefix={<span className="ui-inner-label">设备编号</span>}
          placeholder="编号、车牌号或名称"
          maxLength={32}
          allowClear
          value={simulatorNum ?? ''}
          onChange={event => setDraft({ ...draft, simulatorNum: event.target.value })}
        />
      </div>
      <div className="ui-filter-ends">
        <Button type="primary" htmlType="submit">
          查询
        </Button>
        <Button onClick={() => show({})}>清空</Button>
      </div>
    </form>
  )
}
