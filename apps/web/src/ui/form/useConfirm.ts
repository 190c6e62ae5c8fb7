import { App } from 'antd'
import { CallError } from '../../api/callError.ts'
import { draggable } from '../DraggableModal.tsx'

interface Act {
  /** Names the object and the act: `停用设备“A-01”？`. */
  title: string
  /** What follows from it. */
  consequence: string
  /** What the button says: `停用设备`, not `确定`. */
  verb: string
  danger?: boolean
  /** Why it cannot be done now: the question says it first, and its button is closed. */
  reason?: string | null
  /** A failure keeps the question open; its sentence is shown by the call. */
  run: () => Promise<unknown>
}

/** Asks before an act that is not easily undone. */
export function useConfirm(): (act: Act) => void {
  const { modal } = App.useApp()
  return async ({ title, consequence, verb, danger = false, reason = null, run }) => {
    // Awaited, the dialog keeps the question after a failure without throwing it once more, as an error of the page.
    await modal.confirm({
      ...draggable,
      title,
      content: reason === null ? consequence : `${reason}。${consequence}`,
      okText: verb,
      cancelText: '取消',
      okButtonProps: { danger, disabled: reason !== null },
      autoFocusButton: reason === null ? 'ok' : 'cancel',
      onOk: () => run().catch(raise),
    })
  }
}

/** Keeps the question; a refusal was shown by the call, anything else is an error of the page. */
function raise(failure: unknown): never {
  if (!(failure instanceof CallError)) window.reportError(failure)
  throw failure
}
