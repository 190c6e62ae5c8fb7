import { devices } from '@drivesim/contract/devices/devices/devices'
import type { DataOf } from '@drivesim/contract/endpoint'
import { apps } from '@drivesim/contract/schools/apps/apps'
import { useChange } from '../../../api/query.ts'
import { ClockPicker } from '../../../ui/form/ClockPicker.tsx'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { NumberField } from '../../../ui/form/NumberField.tsx'
import { OnOff } from '../../../ui/form/OnOff.tsx'

interface DeviceProps {
  schoolId: number
  config: DataOf<typeof apps.deviceConfig>
  onClosed: () => void
}

/** 编辑设备参数 of one school. */
export function EditDeviceConfig({ schoolId, config, onClosed }: DeviceProps) {
  const save = useChange(apps.saveDeviceConfig, { invalidates: [apps.deviceConfig], quiet: true })
  return (
    <DrawerForm
      title="编辑设备参数"
      submitText="保存"
      schema={apps.saveDeviceConfig.input}
      initial={{ schoolId, ...config }}
      loading={save.isPending}
      submitError={save.error}
      describe={(name, value) => (name === 'voiceGuide' ? (value ? '开启' : '关闭') : undefined)}
      onSubmit={values => save.mutateAsync(values)}
      onClosed={onClosed}
    >
      <NumberField name="lessonMinutes" help="一次训练最长多少分钟" unit="分钟" />
      <NumberField name="passScore" help="达到这个分数为及格，满分 100" unit="分" />
      <NumberField name="volume" unit="%" />
      <Field name="voiceGuide" help="训练中用语音提示下一步操作">
        <OnOff />
      </Field>
    </DrawerForm>
  )
}

interface OfflineProps {
  defaults: DataOf<typeof devices.offlineDefaults>
  onClosed: () => void
}

/** 编辑离线提醒: the default for everybody. */
export function EditOfflineDefaults({ defaults, onClosed }: OfflineProps) {
  const save = useChange(apps.saveOfflineDefaults, { invalidates: [devices.offlineDefaults], quiet: true })
  return (
    <DrawerForm
      title="编辑离线提醒默认配置"
      submitText="保存"
      schema={apps.saveOfflineDefaults.input}
      initial={defaults}
      loading={save.isPending}
      submitError={save.error}
      onSubmit={values => save.mutateAsync(values)}
      onClosed={onClosed}
    >
      <NumberField name="createLimit" help="设备离线满多少分钟后发送提醒" unit="分钟" />
      <Field name="ableTimeBegin" help="只在接收时间段内发送；结束时间早于开始时间表示跨过午夜">
        <ClockPicker />
      </Field>
      <Field name="ableTimeEnd">
        <ClockPicker />
      </Field>
      <NumberField name="effectiveTime" help="设备一直离线时，隔多少天再次提醒" unit="天" />
    </DrawerForm>
  )
}
