import { type PushAction, type PushRow, pushes, pushMachine } from '@drivesim/contract/notices/pushes'
import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { type ReactNode, useState } from 'react'
import { query, useChange } from '../../../api/query.ts'
import { serverNow } from '../../../api/serverClock.ts'
import { useConfirm } from '../../../ui/form/useConfirm.ts'
import { dateTime, number } from '../../../ui/format.ts'
import { actionOf } from '../../../ui/list/actionOf.ts'
import { channelNames } from './channelNames.ts'
import { type PushDetail, PushForm } from './PushForm.tsx'
import { PushPreview } from './PushPreview.tsx'
import type { PushAct } from './pushAct.ts'
import { pushReads } from './reads.ts'

type Dialog = { kind: 'form'; push: PushDetail | null } | { kind: 'preview'; pushId: number }

interface PushActions {
  of: (push: PushRow) => PushAct[]
  add: () => void
  preview: (pushId: number) => void
  dialogs: ReactNode
}

/** What may be done to a push, by the contract's table; the same in the list and in the preview. */
export function usePushActions(): PushActions {
  const [dialog, open] = useState<Dialog | null>(null)
  const confirm = useConfirm()
  const cancel = useChange(pushes.cancel, { invalidates: pushReads })
  const withdraw = useChange(pushes.withdraw, { invalidates: pushReads })
  const remove = useChange(pushes.remove, { invalidates: pushReads })

  const fresh = useFreshPush()
  const edit = async ({ pushId }: PushRow) => open({ kind: 'form', push: await fresh(pushId) })
  const askToSend = useAskToSend()
  const act =
    (push: PushRow, run: Pick<typeof cancel, 'mutateAsync'>, consequence: string, verb: string) => () =>
      confirm({
        title: `${verb}“${push.title}”？`,
        consequence,
        verb,
        danger: true,
        run: () => run.mutateAsync({ pushId: push.pushId }),
      })

  const of = (push: PushRow): PushAct[] => {
    // For a moment nothing can be done.
    if (push.state === 'sending') return []
    const action = (name: PushAction, onAct: () => void, place?: PushAct['place']): PushAct => ({
      ...actionOf(pushMachine, name, push.state),
      ...(place && { place }),
      onAct,
    })
    const back = act(push, cancel, '推送回到草稿，不会在原定时间发送；之后可以修改再发送。', '取消定时')
    const call = act(
      push,
      withdraw,
      '站内消息会从所有收件人的消息中移除，已读的也一样；短信和邮件不能收回。',
      '撤回推送',
    )
    const drop = act(push, remove, '删除后不能恢复。', '删除推送')
    const acts: PushAct[] = [
      action('edit', () => void edit(push)),
      push.state === 'waiting' ? action('cancel', back) : action('send', () => void askToSend(push), 'main'),
      action('withdraw', call, 'apart'),
      { ...action('remove', drop, 'apart'), removes: true },
    ]
    // What went out is settled: what cannot be done any more is not offered.
    return push.state === 'sent' || push.state === 'withdrawn' ? acts.filter(({ reason }) => !reason) : acts
  }
  const close = () => open(null)
  const preview = (pushId: number) => open({ kind: 'preview', pushId })
  const dialogs =
    dialog?.kind === 'form' ? (
      <PushForm
        push={dialog.push}
        onSaved={preview}
        onClosed={() => open(now => (now === dialog ? null : now))}
      />
    ) : dialog?.kind === 'preview' ? (
      <PushPreview key={dialog.pushId} pushId={dialog.pushId} actions={of} onClosed={close} />
    ) : null
  return { of, add: () => open({ kind: 'form', push: null }), preview, dialogs }
}

/** Reads a push as it is now. */
function useFreshPush() {
  const client = useQueryClient()
  return (pushId: number) => client.fetchQuery({ ...query(pushes.info, { pushId }), staleTime: 0 })
}

/** Says whom a push will reach, when and how, and asks whether it is to be sent. */
function useAskToSend() {
  const { message } = App.useApp()
  const confirm = useConfirm()
  const client = useQueryClient()
  const fresh = useFreshPush()
  const send = useChange(pushes.send, { invalidates: pushReads })
  return async ({ pushId }: PushRow) => {
    const { title, audience, channels, sendAt } = await fresh(pushId)
    const { people } = await client.fetchQuery({ ...query(pushes.reach, { audience }), staleTime: 0 })
    const later = sendAt !== null && Date.parse(sendAt) > serverNow()
    confirm({
      title: `发送“${title}”？`,
      consequence: `${later ? `将于 ${dateTime(sendAt)} ` : '将立即'}以${channelNames(channels)}发给 ${number(people)} 人。${
        later ? '到时间之前可以取消定时。' : '发送后可以撤回站内消息，短信和邮件不能收回。'
      }`,
      verb: later ? '定时发送' : '立即发送',
      run: async () => {
        await send.mutateAsync({ pushId })
        message.success(later ? `已定时，将于 ${dateTime(sendAt)} 发送` : '已开始发送')
      },
    })
  }
}
