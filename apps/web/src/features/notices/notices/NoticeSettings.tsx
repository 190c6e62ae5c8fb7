import type { NoticeChannel } from '@drivesim/contract/notices/notices'
import { Tabs } from 'antd'
import { useState } from 'react'
import { IgnoredDevices } from './IgnoredDevices.tsx'
import { NoticeTable } from './NoticeTable.tsx'
import { noticeCalls, type SavedRow } from './noticeCalls.ts'
import styles from './notices.module.css'

/** The three tables, in the order of the tabs. */
const channels: readonly { key: NoticeChannel; label: string }[] = [
  { key: 'sms', label: '短信通知设置' },
  { key: 'email', label: '邮件通知设置' },
  { key: 'system', label: '系统通知' },
]

/** 通知选项配置: one table per channel; a tab keeps what was changed in it while another is looked at. */
export default function NoticeSettings({ onMarked }: { onMarked: (marked: boolean) => void }) {
  const [marked, setMarked] = useState<readonly NoticeChannel[]>([])
  const [shown, setShown] = useState<SavedRow | null>(null)
  const mark = (channel: NoticeChannel, has: boolean) => {
    const next = has ? [...new Set([...marked, channel])] : marked.filter(other => other !== channel)
    setMarked(next)
    onMarked(next.length > 0)
  }
  return (
    <>
      <Tabs
        items={channels.map(({ key, label }) => ({
          key,
          label,
          children: (
            <NoticeTable
              title={label}
              calls={noticeCalls[key]}
              onMarked={has => mark(key, has)}
              onDevices={setShown}
            />
          ),
        }))}
      />
      <p className={`ui-quiet ${styles.help}`}>
        通知时间：事情发生多久后通知您（时:分）。接收时间段：只在这段时间内通知，可以跨午夜，起止相同表示全天。通知间隔：同一件事至少隔几天再通知。
      </p>
      {shown !== null && <IgnoredDevices row={shown} onClosed={() => setShown(null)} />}
    </>
  )
}
