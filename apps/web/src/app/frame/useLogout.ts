import { session } from '@drivesim/contract/people/session'
import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { call } from '../../api/call.ts'
import { meQuery } from '../../api/me.ts'
import { endSession } from '../../api/session.ts'
import { dialogProps } from '../../ui/DraggableModal.tsx'
import { flushChoices } from '../../ui/list/choices.ts'
import { countDrafts } from '../drafts.ts'
import { labelOf } from '../tabs/tabRules.ts'
import { useTabs } from '../tabs/tabs.ts'
import { hasUnsaved } from '../tabs/unsaved.ts'
import { texts } from '../texts.ts'

/** Asks 退出提示; leaving clears the session here even when the server cannot be told. */
export function useLogout(): () => void {
  const { modal, message } = App.useApp()
  const client = useQueryClient()
  return () => {
    const me = client.getQueryData(meQuery.queryKey)
    const drafts = me === undefined ? 0 : countDrafts(me.userId)
    const unsaved = useTabs.getState().tabs.filter(tab => hasUnsaved(tab.key))
    void modal.confirm({
      ...dialogProps,
      title: texts.logoutTitle,
      content: [
        drafts > 0 && texts.draftsLeft(drafts),
        unsaved.length > 0 && texts.unsavedLeft(unsaved.map(labelOf)),
        texts.logoutContent,
      ]
        .filter(Boolean)
        .join(''),
      autoFocusButton: unsaved.length > 0 ? 'cancel' : 'ok',
      okText: texts.confirm,
      cancelText: texts.cancel,
      onOk: async () => {
        await flushChoices()
        await call(session.logout, undefined, { quiet: true }).catch((error: unknown) =>
          console.warn('sign-out was not heard by the server', error),
        )
        endSession({ left: true })
      },
      onCancel: () => void message.info(texts.logoutCancelled),
    })
  }
}
