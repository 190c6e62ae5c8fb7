import { messages, type SiteMessage } from '@drivesim/contract/notices/messages'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '../../../api/call.ts'
import { query } from '../../../api/query.ts'
import { useAddressId } from '../../../ui/useAddressParam.ts'
import { useUndo } from '../../../ui/useUndo.tsx'
import { type Box, boxKeys, type Columns, type Filter } from './boxes.tsx'
import { refreshMessages } from './reads.ts'

/** To the trash or back. */
export type Move = typeof messages.trash | typeof messages.restore

/** What of the messages is on the screen: a column, what it is searched for, and the message that was opened. */
export function useShownMessages() {
  const offerUndo = useUndo()
  const client = useQueryClient()
  const [filter, setFilter] = useState<Filter>({})
  const columns = useQuery({
    ...query(messages.columns, filter, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const [box, setBox] = useState<Box>('unread')
  const [shown, setShown] = useState<SiteMessage | null>(null)
  // Nothing leaves from under the pointer: what was read here stays until another column or search is chosen.
  const [kept, setKept] = useState<readonly SiteMessage[]>([])

  const keep = (more: readonly SiteMessage[]) =>
    setKept(before => [...before, ...more.filter(({ msg_id }) => before.every(old => old.msg_id !== msg_id))])
  const open = async (from: Box, opened: SiteMessage) => {
    setShown(opened)
    if (from !== 'unread' || !columns.data?.unread.some(({ msg_id }) => msg_id === opened.msg_id)) return
    keep([opened])
    // A failure was shown by the call: the message stays unread.
    await call(messages.markRead, { msg_id: opened.msg_id }).catch(() => undefined)
    await refreshMessages(client)
  }
  /** Its link was followed: it is read, and stays where it is until one comes back. */
  const follow = (followed: SiteMessage) => keep([followed])
  useAskedMessage(columns.data, (from, opened) => {
    setBox(from)
    void open(from, opened)
  })
  const move = async (change: Move, done: string) => {
    if (shown === null) return
    const { msg_id } = shown
    const moved = await call(change, { msg_id }).catch(() => false)
    if (!moved) return
    setKept(before => before.filter(one => one.msg_id !== msg_id))
    setShown(null)
    const back = change === messages.trash ? messages.restore : messages.trash
    offerUndo({ done, undo: () => call(back, { msg_id }).then(() => refreshMessages(client)) })
    await refreshMessages(client)
  }
  const startAnew = () => {
    setShown(null)
    setKept([])
  }
  const choose = (next: Box) => {
    setBox(next)
    startAnew()
  }
  const search = (next: Filter) => {
    setFilter(next)
    startAnew()
  }
  return {
    columns,
    box,
    filter,
    shown,
    kept,
    keep,
    open,
    follow,
    move,
    choose,
    search,
    close: () => setShown(null),
  }
}

/** An announcement of 首页 leads to the whole of it. */
function useAskedMessage(columns: Columns | undefined, onFound: (box: Box, message: SiteMessage) => void) {
  const [wanted, setWanted] = useState<number | null>(null)
  useAddressId('messageId', setWanted)
  const here = columns !== undefined
  const show = useEffectEvent(() => {
    for (const key of boxKeys) {
      const opened = columns?.[key].find(({ msg_id }) => msg_id === wanted)
      if (opened !== undefined) onFound(key, opened)
    }
    setWanted(null)
  })
  useEffect(() => {
    if (wanted !== null && here) show()
  }, [wanted, here])
}
