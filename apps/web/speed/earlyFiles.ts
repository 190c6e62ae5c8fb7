import type { Plugin, Rolldown } from 'vite'

/** What the shell is evaluated in, one after the other (main.tsx). */
export const shellParts = [
  'src/api/me.ts',
  'src/speed/firstCalls.ts',
  'src/ui/DraggableModal.tsx',
  'src/app/frame/UserArea.tsx',
  'src/SignedIn.tsx',
]

/** The kinds of visit that the server knows apart (platform/http/site.ts), and the modules that each begins with. */
export const visits = {
  signedOut: ['src/features/people/session/LoginPage.tsx'],
  signedIn: shellParts,
  home: [...shellParts, 'src/features/board/home/HomePage.tsx'],
}
type Visit = keyof typeof visits
const visitNames: readonly Visit[] = ['signedOut', 'signedIn', 'home']

/**
 * Puts the files of each kind of visit into the page, each kind in its own comment. The server opens the comment of
 * this visit and removes the others. Otherwise the browser learns of these files only when the first ones have run.
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
      const own = entry === undefined ? new Set<string>() : filesOf(entry, chunks)
      const filesOfVisit = (visit: Visit) => {
        const begins = (id: string) => visits[visit].some(module => id.endsWith(`/${module}`))
        const roots = [...chunks.values()].filter(({ moduleIds }) => moduleIds.some(begins))
        const files = new Set(roots.flatMap(root => [...filesOf(root, chunks)]))
        return [...files].filter(file => !own.has(file))
      }
      const blocks = visitNames.map(visit => {
        const files = filesOfVisit(visit)
        const links = files.map(linkOf)
        if (visit === 'signedOut') {
          const later = filesOfVisit('home').filter(file => !files.includes(file))
          links.push(`<template id="later-files">`, ...later.map(laterLinkOf), '</template>')
        }
        return `<!--visit ${visit}\n${links.join('\n')}\n-->`
      })
      // Last, as their styles build upon the entry's.
      return html.replace('</head>', `${blocks.join('\n')}\n</head>`)
    },
  },
}

/** As Vite asks for them later, or they would be fetched twice. */
function linkOf(file: string): string {
  const rel = file.endsWith('.css') ? 'stylesheet' : 'modulepreload'
  return `<link rel="${rel}" crossorigin href="/${file}" nonce="__CSP_NONCE__">`
}

const laterLinkOf = (file: string) =>
  `<link rel="prefetch" crossorigin href="/${file}" nonce="__CSP_NONCE__">`

/** The files of a chunk, of what it imports, and the styles of both. */
export function filesOf(
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
