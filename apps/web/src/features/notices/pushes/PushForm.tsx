import { noticeChannels } from '@drivesim/contract/notices/notices'
import { pushes, pushForm } from '@drivesim/contract/notices/pushes'
import { Checkbox, Input } from 'antd'
import type { z } from 'zod'
import { useChange } from '../../../api/query.ts'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { RichEditor } from '../../../ui/form/RichEditor.tsx'
import { dateTime } from '../../../ui/format.ts'
import { RichText } from '../../../ui/RichText.tsx'
import { Audience } from './Audience.tsx'
import { AudienceText } from './AudienceText.tsx'
import { PinTime } from './PinTime.tsx'
import { pushReads } from './reads.ts'
import { SendTime } from './SendTime.tsx'

export type PushDetail = z.output<typeof pushes.info.reply>

const channels = [
  { value: 'system', label: noticeChannels.system },
  { value: 'sms', label: noticeChannels.sms },
  { value: 'email', label: noticeChannels.email },
] as const

interface Props {
  /** The draft as it is now, or null for a new one. */
  push: PushDetail | null
  /** It is kept: show it as people will see it. */
  onSaved: (pushId: number) => void
  onClosed: () => void
}

/** 新增推送 or 编辑推送: it is kept as a draft, and sent from its preview. */
export function PushForm({ push, onSaved, onClosed }: Props) {
  const save = useChange(pushes.save, { invalidates: pushReads, quiet: true })
  return (
    <DrawerForm
      title={push === null ? '新增推送' : '编辑推送'}
      submitText="保存并预览"
      schema={push === null ? pushForm : pushes.save.input}
      initial={push ?? { audience: { kind: 'all', ids: [] }, channels: ['system'], content: '' }}
      loading={save.isPending}
      submitError={save.error}
      describe={describe}
      wide
      onSubmit={async values => onSaved((await save.mutateAsync(values)).pushId)}
      onClosed={onClosed}
    >
      <div className="ui-form-full">
        <Field name="title">
          <Input maxLength={100} placeholder="如 国庆期间教室开放安排" />
        </Field>
        <Field name="content">
          <RichEditor label="内容" />
        </Field>
        <Field name="audience">
          <Audience />
        </Field>
        <Field
          name="channels"
          help="成员在“通知选项配置”中关闭了哪种方式的系统公告，就不会以这种方式收到，站内也一样"
        >
          <Channels />
        </Field>
        <Field name="sendAt">
          <SendTime />
        </Field>
        <Field name="pinnedUntil" after="sendAt" help="在此之前显示在接收人首页的公告中；不填则只在消息中心">
          <PinTime />
        </Field>
      </div>
    </DrawerForm>
  )
}

interface ChannelsProps {
  id?: string
  value?: PushDetail['channels']
  onChange?: (value: PushDetail['channels']) => void
}

/** Without the form's ARIA attributes, which a group of boxes may not carry. */
function Channels({ id, value = [], onChange }: ChannelsProps) {
  return (
    <Checkbox.Group
      {...(id && { id })}
      options={[...channels]}
      value={value}
      onChange={picked => onChange?.(picked)}
    />
  )
}

function describe(name: string, value: unknown) {
  if (name === 'sendAt') return typeof value === 'string' ? dateTime(value) : '立即发送'
  if (name === 'channels' && Array.isArray(value))
    return channels
      .filter(({ value: channel }) => value.includes(channel))
      .map(({ label }) => label)
      .join('、')
  if (name === 'pinnedUntil') return typeof value === 'string' ? dateTime(value) : '不置顶'
  if (name === 'content') return <RichText html={String(value ?? '')} />
  const audience = pushForm.shape.audience.safeParse(value)
  return name === 'audience' && audience.success ? <AudienceText audience={audience.data} /> : undefined
}
