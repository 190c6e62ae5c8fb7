import { type MessageRow, messages } from '@drivesim/contract/notices/messages'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect } from 'react'
import { query } from '../../../api/query.ts'
import { DateTime } from '../../../ui/DateTime.tsx'
import { DraggableModal } from '../../../ui/DraggableModal.tsx'
import { RichText } from '../../../ui/RichText.tsx'
import { BlockSkeleton, ErrorState } from '../../../ui/states.tsx'
import { MessageWay } from './MessageWay.tsx'
import styles from './messages.module.css'
import { refreshMessages } from './reads.ts'

interface Props {
  row: MessageRow
  onRemove: () => void
  /** Its link was followed. */
  onFollow: () => void
  onBack: () => void
}

/** 信息内容 (spec §2): one message whole; reading it marks it read. */
export function MessageDetail({
  row: { messageId, messageBrief, messageDate, read, link },
  onRemove,
  onFollow,
  onBack,
}: Props) {
  const client = useQueryClient()
  const detail = useQuery(query(messages.info, { messageId }, { quiet: true }))
  const wasRead = detail.isSuccess && !read
  useEffect(() => {
    if (wasRead) void refreshMessages(client)
  }, [wasRead, client])
  return (
    <DraggableModal
      title="信息内容"
      open
      width={600}
      onCancel={onBack}
      footer={
        <>
          <Button onClick={onRemove}>删除</Button>
          <Button type="primary" onClick={onBack}>
            返回
          </Button>
        </>
      }
    >
      <h2 className={styles.title}>{messageBrief}</h2>
      <p className={`ui-quiet ${styles.date}`}>
        <DateTime at={messageDate} />
        <MessageWay id={messageId} link={link} unread={false} onFollow={onFollow} className={styles.way} />
      </p>
      {detail.data !== undefined && <RichText html={detail.data.messageInfo} />}
      {detail.isPending && <BlockSkeleton height={120} />}
      {detail.data === undefined && detail.error !== null && (
        <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />
      )}
    </DraggableModal>
  )
}
