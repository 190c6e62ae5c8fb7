import type { PointerEvent } from 'react'
import type { ColumnActs } from './types.ts'

/** What is moved less was pressed. */
const leastMove = 6

/**
 * Follows a pointer that was pressed on a column's head until it is let go: the head is put where it is then. Nothing is
 * rendered meanwhile. A finger scrolls the table, and the head is not the first, which stays.
 */
export function dragHead(event: PointerEvent<HTMLElement>, move: ColumnActs['move']): void {
  if (event.button !== 0 || event.pointerType === 'touch') return
  const head = event.currentTarget
  const others = [...(head.parentElement?.querySelectorAll<HTMLElement>('th[data-column]') ?? [])].slice(1)
  if (!others.includes(head)) return
  const begin = event.clientX
  let onto: HTMLElement | undefined

  const look = ({ clientX }: globalThis.PointerEvent) => {
    if (head.dataset.dragged === undefined && Math.abs(clientX - begin) < leastMove) return
    head.dataset.dragged = ''
    delete onto?.dataset.drop
    onto = others.find(other => {
      const { left, right } = other.getBoundingClientRect()
      return other !== head && clientX >= left && clientX < right
    })
    if (onto !== undefined)
      onto.dataset.drop = others.indexOf(onto) < others.indexOf(head) ? 'before' : 'after'
  }
  const end = (dropped: boolean) => {
    listening.abort()
    delete onto?.dataset.drop
    if (head.dataset.dragged === undefined) return
    delete head.dataset.dragged
    withoutClick()
    const [key, ontoKey] = [head.dataset.column, onto?.dataset.column]
    if (dropped && key !== undefined && ontoKey !== undefined) move(key, ontoKey)
  }
  const listening = new AbortController()
  const { signal } = listening
  window.addEventListener('pointermove', look, { signal })
  window.addEventListener('pointerup', () => end(true), { signal })
  window.addEventListener('pointercancel', () => end(false), { signal })
  window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(false), { signal })
}

/** Follows a pointer that was pressed on the right edge of a head: a line shows where the column would end. */
export function dragEdge(event: PointerEvent<HTMLElement>, resize: (width: number) => void): void {
  if (event.button !== 0) return
  event.stopPropagation()
  event.preventDefault()
  const edge = event.currentTarget
  const width = edge.parentElement?.offsetWidth ?? 0
  const begin = event.clientX
  const by = ({ clientX }: globalThis.PointerEvent) => clientX - begin
  const end = () => {
    listening.abort()
    delete edge.dataset.dragged
    edge.style.removeProperty('translate')
  }
  const listening = new AbortController()
  const { signal } = listening
  edge.dataset.dragged = ''
  window.addEventListener('pointermove', move => edge.style.setProperty('translate', `${by(move)}px`), {
    signal,
  })
  window.addEventListener(
    'pointerup',
    up => {
      end()
      if (by(up) !== 0) resize(width + by(up))
    },
    { signal },
  )
  window.addEventListener('pointercancel', end, { signal })
  window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(), { signal })
}

/** A head that is put back where it was is not pressed: it orders nothing. The click comes at once, or not at all. */
function withoutClick(): void {
  const listening = new AbortController()
  window.addEventListener('click', click => click.stopPropagation(), {
    capture: true,
    signal: listening.signal,
  })
  setTimeout(() => listening.abort())
}
