import { PlusOutlined, UploadOutlined } from '@ant-design/icons'
import { devices } from '@drivesim/contract/devices/devices/devices'
import { useState } from 'react'
import { ScanDevice } from '../../../parts/scan/ScanDevice.tsx'
import { Can, useCan } from '../../../ui/Can.tsx'
import { FormButton } from '../../../ui/FormButton.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import { simulatorColumns, simulatorPath } from './columns.tsx'
import { simulatorFilters } from './filters.tsx'
import { ImportDevices } from './import/ImportDevices.tsx'
import { SelectedDevices } from './SelectedDevices.tsx'
import { useDeviceActions } from './useDeviceActions.tsx'

/** 设备列表. */
export default function DeviceListPage() {
  const actions = useDeviceActions()
  const mayPrint = useCan('device:simulator')
  const [importing, setImporting] = useState(false)
  return (
    <>
      <ListPage
        name="devices"
        title="设备列表"
        endpoint={devices.list}
        exportEndpoint={devices.export}
        rowKey={row => row.simulatorId}
        columns={simulatorColumns}
        recordPath={simulatorPath}
        filters={simulatorFilters}
        actions={actions.of}
        toolbar={
          <>
            <Can code="device:edit">
              <FormButton
                type="primary"
                icon={<PlusOutlined />}
                act="add"
                onPress={() => actions.open({ kind: 'add' })}
              >
                新增设备
              </FormButton>
            </Can>
            <Can code="device:edit">
              <FormButton icon={<UploadOutlined />} act="import" onPress={() => setImporting(true)}>
                导入设备
              </FormButton>
            </Can>
            <ScanDevice />
          </>
        }
        selected={(selected, clear) => (
          <SelectedDevices selected={selected} onOpen={actions.open} onDone={clear} />
        )}
        actsOnAll={useCan('device:edit')}
        empty={{ title: '还没有设备', hint: '点击“新增设备”登记第一台模拟器' }}
      />
      {actions.dialogs}
      {importing && (
        <ImportDevices
          onPrint={mayPrint ? simulators => actions.open({ kind: 'print', simulators }) : undefined}
          onClosed={() => setImporting(false)}
        />
      )}
    </>
  )
}
