import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { PdfKey } from './pdfMessages.ts'

/** Between 25 % and 400 % of the paper's size. */
const zooms = [0.25, 0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3, 4]
/** Points of a PDF in pixels of the screen. */
const paper = 96 / 72
const edge = 24
const line = 48
/** Pixels of a canvas: telephones have no larger ones. */
const mostPixels = 16_000_000

interface Heard {
  at: (page: number, percent: number) => void
  failed: () => void
}

interface Sheet {
  readonly page: PDFPageProxy
  readonly box: HTMLElement
  /** The scale of the picture in the box; 0: there is none. */
  drawnAt: number
}

/** Pages below each other; those near the window are drawn, and given up when they are far from it. */
export class PdfPages {
  readonly #box: HTMLElement
  readonly #heard: Heard
  readonly #sheets: readonly Sheet[]
  readonly #widest: number
  #zoom: number | 'width' = 'width'

  constructor(box: HTMLElement, pages: readonly PDFPageProxy[], heard: Heard) {
    this.#box = box
    this.#heard = heard
    this.#sheets = pages.map((page, at) => sheetOf(page, `第 ${at + 1} 页，共 ${pages.length} 页`))
    this.#widest = Math.max(...pages.map(page => page.getViewport({ scale: paper }).width))
    box.replaceChildren(...this.#sheets.map(sheet => sheet.box))
    box.scrollTop = 0
    box.addEventListener('scroll', () => {
      this.#drawNear()
      this.#tell()
    })
    // It tells of the first size, too.
    new ResizeObserver(() => this.#lay()).observe(box)
  }

  press(key: PdfKey): void {
    const acts: Readonly<Record<PdfKey, () => void>> = {
      PageDown: () => this.#goTo(this.#current + 1),
      PageUp: () => this.#goTo(this.#current - 1),
      Home: () => this.#goTo(1),
      End: () => this.#goTo(this.#sheets.length),
      ArrowDown: () => this.#box.scrollBy(0, line),
      ArrowUp: () => this.#box.scrollBy(0, -line),
      '+': () => this.#zoomTo(zooms.find(step => step > this.#scale + 0.01)),
      '-': () => this.#zoomTo(zooms.findLast(step => step < this.#scale - 0.01)),
      '0': () => this.#zoomTo('width'),
    }
    acts[key]()
  }

  get #scale(): number {
    if (this.#zoom !== 'width') return this.#zoom
    return Math.max(0.1, Math.min(2, (this.#box.clientWidth - edge) / this.#widest))
  }

  /** The number of the page in the middle of the window. */
  get #current(): number {
    const middle = this.#box.scrollTop + this.#box.clientHeight / 2
    const at = this.#sheets.findIndex(({ box }) => box.offsetTop + box.offsetHeight >= middle)
    return at === -1 ? this.#sheets.length : at + 1
  }

  #tell(): void {
    this.#heard.at(this.#current, Math.round(this.#scale * 100))
  }

  #goTo(page: number): void {
    const sheet = this.#sheets[Math.max(1, Math.min(this.#sheets.length, page)) - 1]
    if (sheet !== undefined) this.#box.scrollTop = sheet.box.offsetTop - edge / 2
  }

  #zoomTo(to: number | 'width' | undefined): void {
    if (to === undefined) return
    this.#zoom = to
    this.#lay()
  }

  /** Sizes anew; what stood at the top of the window stays there. */
  #lay(): void {
    const stood = this.#sheets[this.#current - 1]?.box
    const within =
      stood === undefined ? 0 : (this.#box.scrollTop - stood.offsetTop) / (stood.offsetHeight || 1)
    for (const { page, box } of this.#sheets) {
      const { width, height } = page.getViewport({ scale: this.#scale * paper })
      box.style.width = `${width}px`
      box.style.height = `${height}px`
    }
    if (stood !== undefined && this.#box.scrollTop > 0)
      this.#box.scrollTop = stood.offsetTop + within * stood.offsetHeight
    this.#drawNear()
    this.#tell()
  }

  #drawNear(): void {
    const { scrollTop, clientHeight } = this.#box
    this.#sheets.forEach(sheet => {
      const { offsetTop, offsetHeight } = sheet.box
      const isNear =
        offsetTop < scrollTop + 2 * clientHeight && offsetTop + offsetHeight > scrollTop - clientHeight
      if (isNear) void this.#draw(sheet).catch(this.#heard.failed)
      else if (sheet.drawnAt !== 0) {
        sheet.drawnAt = 0
        sheet.box.replaceChildren()
      }
    })
  }

  async #draw(sheet: Sheet): Promise<void> {
    const wanted = this.#scale
    if (sheet.drawnAt === wanted) return
    sheet.drawnAt = wanted
    const canvas = await drawing(sheet.page, wanted * paper)
    // Another size, or none, is wanted by now.
    if (sheet.drawnAt !== wanted) return
    sheet.box.replaceChildren(canvas)
  }
}

function sheetOf(page: PDFPageProxy, label: string): Sheet {
  const box = document.createElement('div')
  box.className = 'page'
  box.setAttribute('role', 'img')
  box.setAttribute('aria-label', label)
  return { page, box, drawnAt: 0 }
}

/** A page's picture, as fine as the screen. */
async function drawing(page: PDFPageProxy, scale: number): Promise<HTMLCanvasElement> {
  const { width, height } = page.getViewport({ scale })
  const fine = Math.min(devicePixelRatio, 2, Math.sqrt(mostPixels / (width * height)))
  const viewport = page.getViewport({ scale: scale * fine })
  const canvas = document.createElement('canvas')
  canvas.width = Math.ceil(viewport.width)
  canvas.height = Math.ceil(viewport.height)
  await page.render({ canvas, viewport }).promise
  return canvas
}
