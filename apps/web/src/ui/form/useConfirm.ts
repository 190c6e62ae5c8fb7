import { App } from 'antd'
import { useCallback } from 'react'
import { CallError } from '../../api/callError.ts'
import { dialogProps } from '../DraggableModal.tsx'
import { withWholeFigures } from '../withWholeFigures.tsx'

interface Act {
  /** Names the object and the act: `停用设备“A-01”？`. */
  title: string
  /** What follows from it. */
  consequence: string
  /** What the button says: `停用设备`, not `确定`. */
  verb: string
  /** Something is lost by it: its button is red, and Enter, which may have been meant for the page, leaves things as they are. */
  danger?: boolean
  /** What the other button says, where it is more than 取消: `继续填写`. */
  stay?: string
  /** Why it cannot be done now: the question says it first, and its button is closed. */
  reason?: string | null
  /** A failure keeps the question open; its sentence is shown by the call. */
  run: () => Promise<unknown>
}

/** Asks before an act that is not easily undone; says at its end whether it was made. */
export function useConfirm(): (act: Act) => Promise<boolean> {
  const { modal } = App.useApp()
  return useCallback(
    async ({ title, consequence, verb, danger = false, stay = '取消', reason = null, run }) => {
      // Awaited, the dialog keeps the question after a failure without throwing it once more, as an error of the page.
      return await modal.confirm({
        ...dialogProps,
        title,
        content: withWholeFigures(reason === null ? consequence : `${reason}。${consequence}`),
        okText: verb,
        cancelText: stay,
        okButtonProps: { danger, disabled: reason !== null },
        autoFocusButton: danger || reason !== null ? 'cancel' : 'ok',
        onOk: () => run().catch(raise),
      })
    },
    [modal],
  )
}

/** Keeps the question; a refusal was shown by the call, anything else is an error of the page. */
function raise(failure: unknown): never {
  if (!(failure instanceof CallError)) window.reportError(failure)
  throw failure
}
