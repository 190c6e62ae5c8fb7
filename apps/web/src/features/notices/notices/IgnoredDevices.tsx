import { PlusOutlined } from '@ant-design/icons'
import type { SimulatorRow } from '@drivesim/contract/devices/devices/deviceShapes'
import { ignoredDeviceList, notices, noticeTypes } from '@drivesim/contract/notices/notices'
import { useQueryClient } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { DraggableModal } from '../../../ui/DraggableModal.tsx'
import { useConfirm } from '../../../ui/form/useConfirm.ts'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { AddIgnored } from './AddIgnored.tsx'
import { Binding, DevicePages } from './DevicePages.tsx'
import type { SavedRow } from './noticeCalls.ts'
import styles from './notices.module.css'

const columns = columnsOf(ignoredDeviceList, { binding: row => <Binding row={row} /> })

/** 忽略设备详情: devices that one row of the notice table says nothing about. */
export function IgnoredDevices({ row, onClosed }: { row: SavedRow; onClosed: () => void }) {
  const [open, setOpen] = useState(true)
  return (
    <DraggableModal
      title="忽略设备详情"
      open={open}
      width={920}
      footer={null}
      onCancel={() => setOpen(false)}
      afterClose={onClosed}
    >
      {noticeTypes[row.messageType].ignoresDevices ? (
        <Ignored row={row} />
      ) : (
        <EmptyState
          title={`“${row.messageTypeChn}”与设备无关，没有忽略的设备`}
          hint="只有设备离线和设备故障的提醒可以忽略设备。"
        />
      )}
    </DraggableModal>
  )
}

function Ignored({ row }: { row: SavedRow }) {
  const { configId } = row
  const client = useQueryClient()
  const { message } = App.useApp()
  const ask = useConfirm()
  const [adding, setAdding] = useState(false)
  const refresh = () =>
    Promise.all(
      [notices.ignoredDevices, notices.otherDevices].map(({ path }) =>
        client.invalidateQueries({ queryKey: [path] }),
      ),
    )
  const remove = ({ simulatorId, simulatorName }: SimulatorRow) =>
    ask({
      title: `移出设备“${simulatorName}”？`,
      consequence: `移出后，这台设备会照常产生${row.messageTypeChn}。`,
      verb: '移出设备',
      run: async () => {
        await call(notices.stopIgnoring, { configId, simulatorId })
        void message.success('已移出')
        await refresh()
      },
    })
  return (
    <>
      <div className={styles.toolbar}>
        <p className="ui-quiet">以下设备不产生{row.messageTypeChn}。</p>
        <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setAdding(true)}>
          添加忽略设备
        </Button>
      </div>
      <DevicePages
        title="忽略的设备"
        endpoint={notices.ignoredDevices}
        input={{ configId }}
        columns={columns}
        actions={device => [{ label: '移出', onAct: () => remove(device) }]}
        empty={{
          title: '没有忽略的设备',
          hint: '所有设备都会通知您；不想收到某些设备的通知时，点击添加忽略设备。',
        }}
      />
      {adding && (
        <AddIgnored
          row={row}
          onAdded={count => {
            void message.success(`已添加 ${count} 台忽略设备`)
            void refresh()
          }}
          onClosed={() => setAdding(false)}
        />
      )}
    </>
  )
}
