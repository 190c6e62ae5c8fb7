import type { Plugin, Rolldown } from 'vite'

/** What a visit of somebody signed in begins with. */
const early = /\/src\/app\/(firstCalls\.ts|Shell\.tsx)$/

/**
 * Puts the names of these files into the page, where `index.html` asks for them when somebody is signed in:
 * otherwise the browser hears of them only when the first files have run.
 */
export const earlyFiles: Plugin = {
  name: 'early-files',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle, chunk: entry }) => {
      const chunks = new Map(
        Object.values(bundle ?? {})
          .filter(file => file.type === 'chunk')
          .map(chunk => [chunk.fileName, chunk]),
      )
      const roots = [...chunks.values()].filter(({ facadeModuleId }) => early.test(facadeModuleId ?? ''))
      const own = entry === undefined ? new Set<string>() : filesOf(entry, chunks)
      const files = [...new Set(roots.flatMap(root => [...filesOf(root, chunks)]))].filter(
        file => !own.has(file),
      )
      return html.replace('__EARLY_FILES__', JSON.stringify(files.map(file => `/${file}`)))
    },
  },
}

/** The files of a chunk, of what it imports, and the styles of both. */
function filesOf(
  chunk: Rolldown.OutputChunk,
  chunks: ReadonlyMap<string, Rolldown.OutputChunk>,
  files = new Set<string>(),
): Set<string> {
  if (files.has(chunk.fileName)) return files
  files.add(chunk.fileName)
  for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
  for (const name of chunk.imports) {
    const imported = chunks.get(name)
    if (imported !== undefined) filesOf(imported, chunks, files)
  }
  return files
}
