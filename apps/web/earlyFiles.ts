import type { Plugin, Rolldown } from 'vite'

/** What a visit of somebody signed in begins with, and what its first page adds. */
const visits = {
  'signed-in': /\/src\/app\/(firstCalls\.ts|Shell\.tsx)$/,
  home: /\/src\/features\/home\/HomePage\.tsx$/,
}

/**
 * Puts these files into the page, those of each kind of visit in a comment of its own that the server opens where it
 * is one (platform/site.ts): otherwise the browser hears of them only when the first files have run.
 */
export const earlyFiles: Plugin = {
  name: 'early-files',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle, chunk: entry }) => {
      const chunks = new Map(
        Object.values(bundle ?? {})
          .filter(file => file.type === 'chunk')
          .map(chunk => [chunk.fileName, chunk]),
      )
      const named = entry === undefined ? new Set<string>() : filesOf(entry, chunks)
      const blocks = Object.entries(visits).map(([visit, modules]) => {
        const roots = [...chunks.values()].filter(({ moduleIds }) => moduleIds.some(id => modules.test(id)))
        const files = [...new Set(roots.flatMap(root => [...filesOf(root, chunks)]))].filter(
          file => !named.has(file),
        )
        for (const file of files) named.add(file)
        return `<!--${visit}\n${files.map(linkOf).join('\n')}\n${visit}-->`
      })
      // Last, as their styles build upon those of the entry.
      return html.replace('</head>', `${blocks.join('\n')}\n</head>`)
    },
  },
}

/** As Vite asks for them later, or they would be fetched twice. */
function linkOf(file: string): string {
  const rel = file.endsWith('.css') ? 'stylesheet' : 'modulepreload'
  return `<link rel="${rel}" crossorigin href="/${file}" nonce="__CSP_NONCE__">`
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
