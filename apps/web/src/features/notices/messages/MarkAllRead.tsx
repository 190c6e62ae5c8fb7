import { messages } from '@drivesim/contract/notices/messages'
import { App } from 'antd'
import { useChange } from '../../../api/query.ts'
import { ActButton } from '../../../ui/ActButton.tsx'
import { useConfirm } from '../../../ui/form/useConfirm.ts'
import { number } from '../../../ui/format.ts'
import { type Filter, foundWords, isWhole } from './boxes.tsx'
import { messageReads } from './reads.ts'

interface Props {
  /** How many are unread, of those that the filter finds. */
  count: number
  /** Missing: all. */
  filter?: Filter
  /** It is about to be done. */
  onMark?: () => void
}

/** 全部已读: asks once, and says how many and which. */
export function MarkAllRead({ count, filter = {}, onMark }: Props) {
  const { message } = App.useApp()
  const confirm = useConfirm()
  const all = useChange(messages.markAllRead, { invalidates: messageReads })
  const found = useChange(messages.markFoundRead, { invalidates: messageReads })
  const ask = () =>
    confirm({
      title: `将${foundWords(filter)} ${number(count)} 条未读消息全部标为已读？`,
      consequence: '之后可以在消息中心的“已读消息”中查看。',
      verb: '全部标为已读',
      run: async () => {
        onMark?.()
        const { marked, left } = await (isWhole(filter)
          ? all.mutateAsync(undefined)
          : found.mutateAsync(filter))
        if (left === 0) message.success(`已将 ${number(marked)} 条消息标为已读`)
        else
          message.info(
            `已将 ${number(marked)} 条消息标为已读，还有 ${number(left)} 条未读，请再次点击“全部已读”`,
          )
      },
    })
  return (
    <ActButton reason={count === 0 ? '没有未读消息' : null} onClick={ask}>
      全部已读
    </ActButton>
  )
}
