import { build, type Plugin, type Rolldown } from 'vite'
import { filesOf, shellParts, visits } from './earlyFiles.ts'

const graphMode = 'graph'

/** What visits load one after the other; each layer is what its modules need beyond the layers before it. */
const layers = [
  { name: 'start', roots: ['index.html', 'src/main.tsx'] },
  { name: 'signIn', roots: visits.signedOut },
  ...shellParts.map((root, place) => ({ name: `shell${place + 1}`, roots: [root] })),
  { name: 'home', roots: visits.home },
]
const shared = 'pages'
/** What so many pages share comes with the first of them. */
const manyPages = 12

/**
 * Says which modules come in one file. The bundler alone makes a file of whatever the same pages share, so that a list
 * came in a hundred files, most smaller than the request for them. What is used by what is known once the unused is
 * gone, which is why the site is built twice.
 */
export const layeredChunks: Plugin = {
  name: 'layered-chunks',
  apply: 'build',
  async config({ root }, { mode }) {
    if (mode === graphMode) return {}
    const layerOf = layersOf(await builtOnce(root))
    // Each takes what its modules import as well, so that those before it go first.
    const groups = [...layers.map(({ name }) => name), shared].map((name, place) => ({
      name,
      test: (id: string) => layerOf.get(id) === name,
      priority: 19 - place,
    }))
    return { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } }
  },
}

async function builtOnce(root: string | undefined): Promise<Rolldown.OutputChunk[]> {
  const built = await build({
    ...(root !== undefined && { root }),
    mode: graphMode,
    logLevel: 'error',
    build: { write: false, minify: false },
  })
  if (Array.isArray(built) || !('output' in built)) throw new Error('the site is one build')
  return built.output.filter(file => file.type === 'chunk')
}

/** The layer of each module that has one, by its id. */
function layersOf(chunks: readonly Rolldown.OutputChunk[]): ReadonlyMap<string, string> {
  const byFile = new Map(chunks.map(chunk => [chunk.fileName, chunk]))
  const found = new Map<string, string>()
  const roots = layers.flatMap(layer => layer.roots)
  const isRoot = (id: string, among: readonly string[]) => among.some(end => id.endsWith(`/${end}`))
  // What opens a part of the shell is in its file: in the next one's, both parts would be evaluated at once.
  const opening = shellParts.slice(0, -1)
  // What is asked for by itself stays a file by itself.
  const asked = new Set(chunks.map(({ facadeModuleId }) => facadeModuleId))
  const put = (file: string, layer: string) => {
    for (const id of byFile.get(file)?.moduleIds ?? [])
      if ((isRoot(id, opening) || (!asked.has(id) && !isRoot(id, roots))) && !found.has(id))
        found.set(id, layer)
  }
  for (const { name, roots } of layers) {
    for (const chunk of chunks.filter(({ moduleIds }) => moduleIds.some(id => isRoot(id, roots))))
      for (const file of filesOf(chunk, byFile)) put(file, name)
  }
  const users = new Map<string, number>()
  for (const page of chunks.filter(({ isEntry, isDynamicEntry }) => isEntry || isDynamicEntry))
    for (const file of filesOf(page, byFile)) users.set(file, (users.get(file) ?? 0) + 1)
  for (const [file, count] of users) if (count >= manyPages) put(file, shared)
  return found
}
