import { defineConfig, type Plugin } from 'vite'
import { floorOf } from './browsers.ts'

/**
 * Scripts and styles stand in the page itself: it is shown in a sandbox, where nothing is its own, so that it could fetch neither.
 * The server allows them by their checksums (platform/http/site.ts).
 */
const allInside: Plugin = {
  name: 'all-inside',
  enforce: 'post',
  generateBundle(_options, bundle) {
    const page = bundle['pdf.html']
    if (page?.type !== 'asset') throw new Error('pdf.html was not built')
    const contentOf = (path: string) => {
      const file = bundle[path.slice(1)]
      if (file === undefined) throw new Error(`${path} was not built`)
      delete bundle[file.fileName]
      return file.type === 'chunk' ? file.code.trim() : String(file.source).trim()
    }
    page.source = String(page.source)
      .replace(/<script type="module"[^>]* src="([^"]+)"><\/script>/, (_, path: string) => {
        const code = contentOf(path)
        if (/<!--|<\/?script/i.test(code)) throw new Error('the code of pdf.html would end its own script')
        return `<script type="module">${code}</script>`
      })
      .replace(
        /<link rel="stylesheet"[^>]* href="([^"]+)">/,
        (_, path: string) => `<style>${contentOf(path)}</style>`,
      )
    if (/<(script|link)[^>]* (src|href)=/.test(page.source)) throw new Error('pdf.html fetches something')
  },
}

/**
 * The page in which PDFs are drawn, shown in a sandboxed frame (parts/attachments): a build of its own, of one file. To be built after
 * the site, into the same folder.
 */
export default defineConfig({
  plugins: [allInside],
  build: {
    outDir: 'dist/site',
    copyPublicDir: false,
    emptyOutDir: false,
    target: floorOf('application'),
    // Tables of characters, fonts and decoders stay files; the page asks for those it needs.
    assetsInlineLimit: 0,
    modulePreload: false,
    chunkSizeWarningLimit: 2500,
    rolldownOptions: { input: 'pdf.html', output: { codeSplitting: false } },
  },
})
