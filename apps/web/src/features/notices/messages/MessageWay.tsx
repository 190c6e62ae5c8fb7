import { type MessageLink, messages } from '@drivesim/contract/notices/messages'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '../../../api/call.ts'
import { refreshMessages } from './reads.ts'

interface Props {
  id: number
  link: MessageLink
  /** It counts as read once its link was followed. */
  unread: boolean
  /** It was followed in this window. */
  onFollow?: () => void
  className?: string | undefined
  tabIndex?: number
}

/** One press to what a message is about. */
export function MessageWay({ id, link, unread, onFollow, ...looks }: Props) {
  const client = useQueryClient()
  if (link === null) return null
  const follow = async ({ ctrlKey, metaKey, shiftKey }: React.MouseEvent) => {
    if (!ctrlKey && !metaKey && !shiftKey) onFollow?.()
    if (!unread) return
    // A failure was shown by the call: the message stays unread.
    await call(messages.markRead, { msg_id: id }).catch(() => undefined)
    await refreshMessages(client)
  }
  return (
    <Link {...looks} to={link.to} onClick={event => void follow(event)}>
      {link.text}
    </Link>
  )
}
