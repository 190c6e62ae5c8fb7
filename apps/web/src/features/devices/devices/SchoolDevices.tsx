import { PlusOutlined } from '@ant-design/icons'
import { devices } from '@drivesim/contract/devices/devices/devices'
import { Can } from '../../../ui/Can.tsx'
import { FormButton } from '../../../ui/FormButton.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import { simulatorColumns, simulatorPath } from './columns.tsx'
import { simulatorFilters } from './filters.tsx'
import { useDeviceActions } from './useDeviceActions.tsx'

const filters = simulatorFilters.filter(({ name }) => name !== 'organId' && name !== 'roomId')

/** 设备 of 驾校详情, its service points' too. */
export default function SchoolDevices({ schoolId }: { schoolId: number }) {
  const actions = useDeviceActions()
  return (
    <>
      <ListPage
        name="devices"
        embedded="devices"
        title="设备列表"
        endpoint={devices.list}
        exportEndpoint={devices.export}
        fixed={{ schoolId }}
        rowKey={row => row.simulatorId}
        columns={simulatorColumns}
        recordPath={simulatorPath}
        filters={filters}
        actions={actions.of}
        toolbar={
          <Can code="device:edit">
            <FormButton
              type="primary"
              icon={<PlusOutlined />}
              act="add"
              onPress={() => actions.open({ kind: 'add', organId: schoolId })}
            >
              新增设备
            </FormButton>
          </Can>
        }
        empty={{ title: '还没有设备', hint: '先新增教室，再点击“新增设备”把模拟器登记到教室里' }}
      />
      {actions.dialogs}
    </>
  )
}
