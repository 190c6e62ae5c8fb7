import { App } from 'antd'
import { draggable } from '../DraggableModal.tsx'

interface Act {
  /** Names the thing and the act: `停用设备“A-01”？`. */
  title: string
  /** What follows from it. */
  consequence: string
  /** What the button says: `停用设备`, not `确定`. */
  verb: string
  danger?: boolean
  /** A failure keeps the question open; its sentence is shown by the call. */
  run: () => Promise<unknown>
}

/** Asks before an act that is not easily undone. */
export function useConfirm(): (act: Act) => void {
  const { modal } = App.useApp()
  return ({ title, consequence, verb, danger = false, run }) => {
    modal.confirm({
      ...draggable,
      title,
      content: consequence,
      okText: verb,
      cancelText: '取消',
      okButtonProps: { danger },
      onOk: run,
    })
  }
}
