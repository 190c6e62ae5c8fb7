import { devices } from '@drivesim/contract/devices/devices/devices'
import type { DataOf } from '@drivesim/contract/endpoint'
import { apps } from '@drivesim/contract/schools/apps/apps'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../../api/query.ts'
import { AppFrame } from '../../../parts/AppFrame.tsx'
import { usePlatformOnly } from '../../../parts/platform.ts'
import { ActButton } from '../../../ui/ActButton.tsx'
import { Can } from '../../../ui/Can.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { duration } from '../../../ui/format.ts'
import { Panel } from '../../../ui/PageHead.tsx'
import { BlockSkeleton, ErrorState } from '../../../ui/states.tsx'
import { EditDeviceConfig, EditOfflineDefaults } from './DeviceConfigForms.tsx'

/** 设备配置 of the school of `?organizationId=`, and the platform's default of offline reminders. */
export default function DeviceConfigPage() {
  return (
    <AppFrame page="deviceConfig">
      {({ schoolId }) => (
        <>
          <Parameters schoolId={schoolId} />
          <OfflineDefaults />
        </>
      )}
    </AppFrame>
  )
}

function Parameters({ schoolId }: { schoolId: number }) {
  const client = useQueryClient()
  const options = query(apps.deviceConfig, { schoolId }, { quiet: true })
  const config = useQuery(options)
  const [editing, setEditing] = useState<DataOf<typeof apps.deviceConfig> | null>(null)
  const edit = async () => setEditing(await client.fetchQuery({ ...options, staleTime: 0 }))
  return (
    <Panel
      title="设备参数"
      extra={
        <Can code="app:edit">
          <ActButton type="primary" onClick={() => void edit()}>
            编辑设备参数
          </ActButton>
        </Can>
      }
    >
      <p className="ui-quiet">
        参数保存在后台，不会自动发给模拟器；程序登录后可以通过接口“设备配置”（/api/app/deviceConfig）读取。
      </p>
      {config.error !== null && <ErrorState error={config.error} onRetry={() => void config.refetch()} />}
      {config.error === null && config.data === undefined && <BlockSkeleton height={56} />}
      {config.data !== undefined && (
        <Facts
          items={[
            ['单次训练时长', `最长 ${duration(config.data.lessonMinutes * 60)}`],
            ['及格分数', `${config.data.passScore} 分`],
            ['音量', `${config.data.volume}%`],
            ['语音引导', config.data.voiceGuide ? '开启' : '关闭'],
          ]}
        />
      )}
      {editing !== null && (
        <EditDeviceConfig schoolId={schoolId} config={editing} onClosed={() => setEditing(null)} />
      )}
    </Panel>
  )
}

function OfflineDefaults() {
  const reason = usePlatformOnly('离线提醒默认配置')
  const client = useQueryClient()
  const options = query(devices.offlineDefaults, undefined, { quiet: true })
  const defaults = useQuery(options)
  const [editing, setEditing] = useState<DataOf<typeof devices.offlineDefaults> | null>(null)
  const edit = async () => setEditing(await client.fetchQuery({ ...options, staleTime: 0 }))
  return (
    <Panel
      title="离线提醒默认配置"
      extra={
        <Can code="app:edit">
          <ActButton reason={reason} onClick={() => void edit()}>
            编辑离线提醒
          </ActButton>
        </Can>
      }
    >
      <p className="ui-quiet">
        对全部驾校生效：还没有设置过离线提醒的成员按它接收通知，之后可以在个人中心改成自己的。
      </p>
      {defaults.error !== null && (
        <ErrorState error={defaults.error} onRetry={() => void defaults.refetch()} />
      )}
      {defaults.error === null && defaults.data === undefined && <BlockSkeleton height={56} />}
      {defaults.data !== undefined && (
        <Facts
          items={[
            ['通知时间', `离线满 ${duration(defaults.data.createLimit * 60)} 后`],
            ['接收时间段', `${defaults.data.ableTimeBegin} – ${defaults.data.ableTimeEnd}`],
            ['通知间隔（天）', `${defaults.data.effectiveTime} 天`],
          ]}
        />
      )}
      {editing !== null && <EditOfflineDefaults defaults={editing} onClosed={() => setEditing(null)} />}
    </Panel>
  )
}
