import { simulatorList } from '@drivesim/contract/devices/devices/deviceShapes'
import { Alert, Button } from 'antd'
import { Link } from 'react-router'
import { useRecordName } from '../../../app/tabs/recordName.ts'
import { CommentsPanel } from '../../../parts/comments/Comments.tsx'
import { useObjectLog } from '../../../parts/objectLog.tsx'
import { SimulatorStateTag } from '../../../parts/SimulatorState.tsx'
import { useCan } from '../../../ui/Can.tsx'
import { Copyable } from '../../../ui/Copyable.tsx'
import { RelativeTime } from '../../../ui/DateTime.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { duration } from '../../../ui/format.ts'
import { factsOf } from '../../../ui/list/columnsOf.tsx'
import { HeadActions } from '../../../ui/list/RowActions.tsx'
import { PageHead, Panel } from '../../../ui/PageHead.tsx'
import { ErrorState, PageSkeleton } from '../../../ui/states.tsx'
import { SendCommand } from './Commands.tsx'
import { Records } from './Records.tsx'
import { StateStrip } from './StateStrip.tsx'
import { LastWeek, UseInRange, WeekFigures } from './UsePanels.tsx'
import { useDeviceActions } from './useDeviceActions.tsx'
import { useLiveSimulator } from './useLiveSimulator.ts'

/** Everything about one simulator, as it is now. */
export function DeviceDetail({ simulatorId }: { simulatorId: number }) {
  const detail = useLiveSimulator(simulatorId)
  const actions = useDeviceActions()
  const log = useObjectLog('simulator', simulatorId)
  const mayCommand = useCan('device:edit')
  const mayTeach = useCan('device:teachData')
  useRecordName(detail.data?.carNum ?? detail.data?.simulatorNum)
  if (detail.error !== null) return <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />
  if (detail.data === undefined) {
    return (
      <PageSkeleton panels={[180, 320]}>
        <WeekFigures usage={undefined} />
      </PageSkeleton>
    )
  }
  const simulator = detail.data
  return (
    <div className="ui-page">
      <PageHead
        title={simulator.simulatorName}
        tag={<SimulatorStateTag of={simulator} />}
        facts={
          <>
            {simulator.carNum !== null && <span>{simulator.carNum}</span>}
            <span>{simulator.simulatorNum}</span>
            <span>
              {simulator.organName} · {simulator.classroomName}
            </span>
            <span>
              最近上报 <RelativeTime at={simulator.lastSeenAt} missing="从未上报" />
            </span>
          </>
        }
        actions={
          <>
            {mayTeach && (
              <Link className="ui-link-button" to={`/device/teachDateDisplay?simulatorId=${simulatorId}`}>
                教学数据
              </Link>
            )}
            {mayCommand && <SendCommand simulator={simulator} />}
            {/* Who edits nothing has it as the head's main button. */}
            {mayCommand && actions.report !== undefined && (
              <Button onClick={() => actions.report?.(simulator)}>报修</Button>
            )}
            <HeadActions actions={actions.of(simulator)} more={log} />
          </>
        }
      />
      {simulator.sharedSince !== null && (
        <Alert
          type="error"
          showIcon
          title="同一编号多台设备"
          description="有多台设备用同一个编号上报，状态暂停更新。请给每台设备配置自己的编号和密钥。"
        />
      )}
      <LastWeek simulatorId={simulatorId} />
      <StateStrip simulator={simulator} />
      <Panel title="基础信息">
        <Facts
          items={[
            ['设备编号', <Copyable key="sn" what="设备编号" text={simulator.simulatorNum} />],
            ...factsOf(simulatorList, simulator, ['model', 'carNum', 'bindNum']),
            ['头显 IP', <Copyable key="ip" what="头显 IP" text={simulator.headsetIp} />],
            ['软件版本', simulator.softwareVersion],
            ['时钟偏差', clockWords(simulator.clockOffsetSeconds)],
            ['安装日期', simulator.installedAt],
            ['保修截止', simulator.warrantyUntil],
          ]}
        />
      </Panel>
      <UseInRange simulatorId={simulatorId} />
      <Records simulatorId={simulatorId} />
      <CommentsPanel kind="device" subjectId={simulatorId} />
      {actions.dialogs}
    </div>
  )
}

/** By how much the device's clock is wrong; below a few seconds nobody can tell it from the line's delay. */
function clockWords(seconds: number | null): string | null {
  if (seconds === null) return null
  const by = Math.abs(seconds)
  return by < 5 ? '准确' : `${seconds > 0 ? '快' : '慢'} ${duration(by)}`
}
