import { type DragEvent, useState } from 'react'

/**
 * Lets rows be dragged into another order with the mouse; beside it a list needs buttons that move a row, for keys and
 * touch. `of(index)` goes onto the row's element.
 */
export function useDragSort(onMove: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<number | null>(null)
  const of = (index: number) => ({
    draggable: true,
    'data-dragged': dragged === index,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move'
      // Firefox drags only what carries data.
      event.dataTransfer.setData('text/plain', String(index))
      setDragged(index)
    },
    onDragOver: (event: DragEvent) => {
      if (dragged === null) return
      event.preventDefault()
      if (dragged === index) return
      onMove(dragged, index)
      setDragged(index)
    },
    onDrop: (event: DragEvent) => event.preventDefault(),
    onDragEnd: () => setDragged(null),
  })
  return { of }
}

/** The list with one element taken from a place and put at another. */
export function moveItem<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list]
  const [taken] = next.splice(from, 1)
  if (taken !== undefined) next.splice(to, 0, taken)
  return next
}
