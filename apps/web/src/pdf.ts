import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
// No worker can be started in the sandbox: the code that reads the file runs in the frame.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs'
import { type FromPdfFrame, pdfKeyOf, type ToPdfFrame } from './parts/attachments/pdfMessages.ts'
import { PdfPages } from './parts/attachments/pdfPages.ts'
import './pdf.css'

/** By their names in the library, `cmaps/GBK-EUC-H.bcmap`: where the built site has them. */
const parts = new Map(
  Object.entries(
    import.meta.glob<string>(
      [
        '../../../node_modules/pdfjs-dist/cmaps/*.bcmap',
        '../../../node_modules/pdfjs-dist/standard_fonts/Foxit{Dingbats,Symbol}.pfb',
        '../../../node_modules/pdfjs-dist/wasm/{jbig2,openjpeg}.wasm',
      ],
      { eager: true, query: '?url', import: 'default' },
    ),
  ).map(([path, url]) => [path.split('/').slice(-2).join('/'), url]),
)

const say = (message: FromPdfFrame) => parent.postMessage(message, '*')

/** Parts that were asked for, by their paths: who waits for them. */
const waiting = new Map<string, ((bytes: ArrayBuffer | null) => void)[]>()

/** Has the window fetch what the sandbox cannot. */
function askFor(name: string): Promise<Uint8Array> {
  const path = parts.get(name)
  if (path === undefined) return Promise.reject(new Error(`there is no ${name}`))
  return new Promise((resolve, reject) => {
    const others = waiting.get(path) ?? []
    waiting.set(path, [
      ...others,
      bytes =>
        bytes === null ? reject(new Error(`${path} did not come`)) : resolve(new Uint8Array(bytes.slice(0))),
    ])
    if (others.length === 0) say({ kind: 'part', path })
  })
}

function hand(path: string, bytes: ArrayBuffer | null): void {
  for (const take of waiting.get(path) ?? []) take(bytes)
  waiting.delete(path)
}

const folders = { cMapUrl: 'cmaps', standardFontDataUrl: 'standard_fonts', wasmUrl: 'wasm' }

class AskedFor {
  fetch({ kind, filename }: { kind: keyof typeof folders; filename: string }) {
    return askFor(`${folders[kind]}/${filename}`)
  }
}

function read(bytes: ArrayBuffer): Promise<PDFDocumentProxy> {
  return getDocument({
    data: new Uint8Array(bytes),
    BinaryDataFactory: AskedFor,
    cMapUrl: 'cmaps/',
    // No addresses of fonts and decoders: those it has it tries to fetch past us.
    useWorkerFetch: false,
    isEvalSupported: false,
    enableXfa: false,
    verbosity: 0,
  }).promise
}

const box = document.querySelector<HTMLElement>('#pages')
if (box === null) throw new Error('pdf.html has no #pages')
// What is scrolled can be scrolled by keys.
box.tabIndex = 0
let shown: PdfPages | undefined

async function open({ bytes, dark }: Extract<ToPdfFrame, { kind: 'open' }>, pages: HTMLElement) {
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  try {
    const file = await read(bytes)
    const all = await Promise.all(Array.from({ length: file.numPages }, (_, at) => file.getPage(at + 1)))
    say({ kind: 'opened', pages: all.length })
    shown = new PdfPages(pages, all, {
      at: (page, percent) => say({ kind: 'at', page, percent }),
      failed: () => say({ kind: 'failed' }),
    })
  } catch (error) {
    console.error('the PDF cannot be shown', error)
    say({ kind: 'failed' })
  }
}

addEventListener('message', ({ source, data }: MessageEvent<ToPdfFrame>) => {
  if (source !== parent) return
  if (data.kind === 'open') void open(data, box)
  else if (data.kind === 'key') shown?.press(data.key)
  else hand(data.path, data.bytes)
})

addEventListener('keydown', event => {
  if (event.key === 'Escape') return say({ kind: 'close' })
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const key = pdfKeyOf(event.key)
  // The browser scrolls by arrows itself.
  if (key === undefined || key === 'ArrowUp' || key === 'ArrowDown') return
  event.preventDefault()
  shown?.press(key)
})

say({ kind: 'ready' })
