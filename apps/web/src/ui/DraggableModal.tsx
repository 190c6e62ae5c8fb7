import { Modal, type ModalProps } from 'antd'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import Draggable, { type DraggableBounds } from 'react-draggable'
import './draggable.css'

/**
 * What every dialog is given: it can be dragged by its head (spec §2), and has no transition, since one left
 * open in a hidden tab breaks on return when it animates. For `modal.confirm` too.
 */
export const dialogProps = {
  transitionName: '',
  maskTransitionName: '',
  modalRender: (dialog: ReactNode) => <DraggableFrame>{dialog}</DraggableFrame>,
} satisfies ModalProps

/** For a dialog that stands above all others, and below messages: what asks within whatever is open. */
export const aboveDialogs = 1900

/** The one dialog; made when it is opened for the first time, since the library's takes its time while it is closed too. */
export function DraggableModal(props: ModalProps) {
  const [made, setMade] = useState(false)
  if (props.open && !made) setMade(true)
  useFocusBack(props.open === true)
  return made && <Modal {...props} {...dialogProps} />
}

/**
 * Where the focus was goes on with it. The library sees to that where a dialog closes, not where it is taken away while it
 * is open, nor where a button in it took the focus at once.
 */
function useFocusBack(open: boolean): void {
  const before = useMemo(() => (open ? document.activeElement : null), [open])
  useEffect(() => {
    if (!(before instanceof HTMLElement)) return
    // Once the dialog is gone, and whatever takes its place has the focus.
    return () => void setTimeout(() => document.activeElement === document.body && before.focus())
  }, [before])
}

function DraggableFrame({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null)
  const [bounds, setBounds] = useState<DraggableBounds>({ left: 0, right: 0, top: 0, bottom: 0 })
  return (
    <Draggable
      nodeRef={frame}
      handle=".ant-modal-header, .ant-modal-confirm-title"
      bounds={bounds}
      onStart={(_, { x, y }) => {
        const box = frame.current?.getBoundingClientRect()
        if (box !== undefined) setBounds(insideWindow(box, x, y))
      }}
    >
      <div ref={frame} className="ui-dragged">
        {children}
      </div>
    </Draggable>
  )
}

/** How far the dialog may go so that its head stays within the window. */
function insideWindow(box: DOMRect, x: number, y: number): DraggableBounds {
  const { clientWidth, clientHeight } = document.documentElement
  const head = 48
  return {
    left: x - box.left,
    right: x + clientWidth - box.right,
    top: y - box.top,
    bottom: y + clientHeight - box.top - head,
  }
}
