import { messages } from '@drivesim/contract/notices/messages'
import { useQuery } from '@tanstack/react-query'
import { App } from 'antd'
import { useChange } from '../../../api/query.ts'
import { unreadQuery } from '../../../app/frame/unread.ts'
import { ActButton } from '../../../ui/ActButton.tsx'
import { useConfirm } from '../../../ui/form/useConfirm.ts'
import { number } from '../../../ui/format.ts'
import { messageReads } from './reads.ts'

interface Props {
  /** It is about to be done. */
  onMark?: () => void
}

/** 全部已读: asks once, and says how many. */
export function MarkAllRead({ onMark }: Props) {
  const { message } = App.useApp()
  const confirm = useConfirm()
  const unread = useQuery(unreadQuery).data ?? 0
  const mark = useChange(messages.markAllRead, { invalidates: messageReads })
  const ask = () =>
    confirm({
      title: `将 ${number(unread)} 条未读消息全部标为已读？`,
      consequence: '之后可以在消息中心的“已读消息”中查看。',
      verb: '全部标为已读',
      run: async () => {
        onMark?.()
        const { marked, left } = await mark.mutateAsync(undefined)
        if (left === 0) message.success(`已将 ${number(marked)} 条消息标为已读`)
        else
          message.info(
            `已将 ${number(marked)} 条消息标为已读，还有 ${number(left)} 条未读，请再次点击“全部已读”`,
          )
      },
    })
  return (
    <ActButton reason={unread === 0 ? '没有未读消息' : null} onClick={ask}>
      全部已读
    </ActButton>
  )
}
