const frames = new Set(['ARTICLE', 'SECTION', 'DIV', 'TABLE', 'TBODY', 'UL', 'OL'])

/** Whether it is no more than a frame for the elements in it, and may go on over the page: without a word of its own. */
const isFrame = (node: HTMLElement) =>
  frames.has(node.tagName) &&
  node.childElementCount > 0 &&
  [...node.childNodes].every(child => child instanceof Element || (child.textContent ?? '').trim() === '') &&
  getComputedStyle(node).breakInside !== 'avoid'

/**
 * Lays a sheet out in boxes of a page each, numbered at the foot: Firefox and Safari cannot number pages themselves. Rows stay whole,
 * heads of tables come again, a heading stays with what follows it; only what is longer than a page is divided, within its text.
 */
export function layOutPages(source: HTMLElement, target: HTMLElement, name: string): void {
  target.replaceChildren()
  /** The frames that are open, from the sheet to the innermost: as they are in the source, and as they are on this page. */
  let path: { from: HTMLElement; to: HTMLElement }[] = []
  let body = newBox(target)
  const here = () => path.at(-1)?.to ?? body
  const fits = () => body.scrollHeight <= body.clientHeight

  const openFrame = (from: HTMLElement) => {
    const to = shell(from)
    here().append(to)
    path.push({ from, to })
  }
  const turn = () => {
    const carried = takeHeading(here())
    const open = path.map(({ from }) => from)
    for (const { to } of [...path].reverse()) if (isEmpty(to)) to.remove()
    path = []
    body = newBox(target)
    for (const from of open) openFrame(from)
    if (carried !== null) here().append(carried)
  }

  const place = (node: HTMLElement, fresh = false) => {
    const copy = node.cloneNode(true) as HTMLElement
    here().append(copy)
    if (fits()) return
    copy.remove()
    if (isFrame(node)) {
      openFrame(node)
      for (const child of node.children) if (child instanceof HTMLElement && !isHead(child)) place(child)
      const closed = path.pop()?.to
      if (closed !== undefined && isEmpty(closed)) closed.remove()
    } else if (!fresh) {
      turn()
      place(node, true)
    } else divide(node)
  }

  /** As much of it as the page takes, and the rest on the next. */
  const divide = (node: HTMLElement) => {
    let low = 1
    let high = (node.textContent ?? '').length - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      const [first] = cut(node, middle)
      here().append(first)
      if (fits()) low = middle
      else high = middle - 1
      first.remove()
    }
    if (high < 1) return void here().append(node.cloneNode(true))
    const [first, rest] = cut(node, low)
    here().append(first)
    turn()
    place(rest, true)
  }

  for (const child of source.children) if (child instanceof HTMLElement) place(child)
  const feet = [...target.querySelectorAll(':scope > section > footer')]
  for (const [index, foot] of feet.entries())
    foot.textContent = `${name}　第 ${index + 1} 页 / 共 ${feet.length} 页`
}

function newBox(target: HTMLElement): HTMLElement {
  const box = document.createElement('section')
  const body = document.createElement('div')
  box.className = 'ui-print-page'
  box.append(body, document.createElement('footer'))
  target.append(box)
  return body
}

const isHead = ({ tagName }: Element) => tagName === 'THEAD' || tagName === 'COLGROUP'

/** A frame with only a table's heads in it. The columns are as wide as in the whole table. */
function shell(from: HTMLElement): HTMLElement {
  const to = from.cloneNode(false) as HTMLElement
  for (const head of from.children) if (isHead(head)) to.append(head.cloneNode(true))
  const widths = [...from.querySelectorAll(':scope > thead th')].map(
    head => head.getBoundingClientRect().width,
  )
  for (const [index, cell] of [...to.querySelectorAll<HTMLElement>('th')].entries())
    cell.style.width = `${widths[index] ?? 0}px`
  return to
}

const isEmpty = (frame: HTMLElement) => [...frame.children].every(isHead)

/** The headings that would stand last on a page. */
function takeHeading(frame: HTMLElement): Element | null {
  const last = frame.lastElementChild
  if (last === null || !/^H[1-6]$/.test(last.tagName)) return null
  last.remove()
  return last
}

/** An element before and after the character of its text. Cells of a row keep their columns. */
function cut(node: HTMLElement, at: number): [HTMLElement, HTMLElement] {
  const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
  let left = at
  let text = texts.nextNode()
  while (text !== null && left > (text.textContent ?? '').length) {
    left -= (text.textContent ?? '').length
    text = texts.nextNode()
  }
  if (text === null) throw new Error('There is no such character')
  const before = document.createRange()
  before.setStart(node, 0)
  before.setEnd(text, left)
  const after = document.createRange()
  after.setStart(text, left)
  after.setEnd(node, node.childNodes.length)
  const first = node.cloneNode(false) as HTMLElement
  const rest = node.cloneNode(false) as HTMLElement
  first.append(before.cloneContents())
  rest.append(after.cloneContents())
  if (node.tagName === 'TR') {
    const missing = node.childElementCount - rest.childElementCount
    for (const cell of [...node.children].slice(0, missing).reverse()) rest.prepend(cell.cloneNode(false))
    for (const cell of [...node.children].slice(first.childElementCount)) first.append(cell.cloneNode(false))
  }
  return [first, rest]
}
