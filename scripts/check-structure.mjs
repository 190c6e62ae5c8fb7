// The layout's rules, as far as a short script can see them: one line per violation, exit code 1 if there is one.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const longest = 350
const moduleFile = /^([a-z][A-Za-z0-9]*\.)?(routes|service|queries|jobs|mqtt|live|charts|seed|names)\.ts$/
const testFile = /\.(test|spec)\.tsx?$/
/** What the contract says of calls as such; the rest of it is some domain's. */
const neutralContract =
  /^@drivesim\/contract\/(endpoint|access|errors|allErrors|paging|fields|labels|businessDay|session|account|system)$/

const violations = []
const report = (path, sentence) => violations.push(`${path}: ${sentence}`)

function list(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap(entry => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory())
      return /^(node_modules|dist|results|generated)$/.test(entry.name) ? [] : list(path)
    return /\.(ts|tsx|mjs|css)$/.test(entry.name) ? [path] : []
  })
}

function read(path) {
  const text = readFileSync(join(root, path), 'utf8')
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')
  const found = code.matchAll(
    /^\s*(?:import|export)\s+(type\s)?(?:([^'";]*?)\sfrom\s*)?'([^']+)'|\bimport\(\s*'([^']+)'/gm,
  )
  const imports = [...found].flatMap(([, type, names, from, lazily]) => {
    const name = from ?? lazily
    const targets = name === '@drivesim/contract' ? contractFiles(names) : [name]
    return targets.map(target => ({
      target: target.startsWith('.') ? posix.join(dirname(path), target) : target,
      typeOnly: type !== undefined,
    }))
  })
  return { path, code, imports, lines: text.split('\n').length - 1, test: testFile.test(path) }
}

/** The contract's files that names taken from its index come from. */
function contractFiles(names = '') {
  const taken = names.match(/\w+/g)?.filter(name => name !== 'type') ?? []
  return [...new Set(taken.map(name => `@drivesim/contract/${contractNames.get(name) ?? 'index'}`))]
}

const contractNames = new Map(
  list('packages/contract/src').flatMap(path => {
    const exported = readFileSync(join(root, path), 'utf8').matchAll(
      /^export (?:async )?(?:const|function|class|type|interface) (\w+)/gm,
    )
    return [...exported].map(([, name]) => [name, posix.basename(path, '.ts')])
  }),
)
const files = ['packages', 'apps', 'e2e', 'bench', 'scripts'].flatMap(list).map(read)
const domainOf = (path, folder) =>
  path.startsWith(`${folder}/`) ? path.slice(folder.length + 1).split('/')[0] : undefined
const serverModules = 'apps/server/src/modules'
const webFeatures = 'apps/web/src/features'

for (const file of files) {
  if (file.lines > longest) report(file.path, `${file.lines} lines, more than ${longest}: split it`)
  checkBarrel(file)
  if (file.path.startsWith('packages/contract/src/')) checkContract(file)
  if (file.path.startsWith('apps/server/src/')) checkServer(file)
  if (file.path.startsWith('apps/web/src/')) checkWeb(file)
}
checkCircles()

function checkBarrel({ path, code }) {
  if (path === 'packages/contract/src/index.ts' || !/\bfrom\b/.test(code)) return
  const rest = code
    .replace(/^\s*export\s+(type\s+)?(\*(\s+as\s+\w+)?|\{[^}]*\})\s+from\s+'[^']+';?/gm, '')
    .trim()
  if (rest === '') report(path, 'only re-exports: import from where the thing is')
}

function checkContract({ path, imports, test }) {
  if (test) return
  for (const { target } of imports) {
    if (target !== 'zod' && !target.startsWith('packages/contract/src/'))
      report(path, `imports ${target}: the contract knows zod only`)
  }
}

function checkServer(file) {
  const { path, imports, test } = file
  const domain = domainOf(path, serverModules)
  if (domain === undefined) {
    if (path.startsWith('apps/server/src/platform/')) checkPlatform(path, imports, test)
    return
  }
  const name = path.slice(`${serverModules}/${domain}/`.length)
  if (!test && !moduleFile.test(name))
    report(
      path,
      'not in the vocabulary of a module: routes, service, queries, jobs, mqtt, live, charts, seed, names',
    )
  if (test) return
  checkDatabase(file)
  for (const { target } of imports) {
    const other = domainOf(target, serverModules)
    if (other === undefined || other === domain) continue
    if (!/(\/|\.)service\.ts$/.test(target))
      report(path, `reaches ${target}: another module is reached through its service.ts`)
  }
}

/** Platform and ui serve every domain, so that they may know none. */
function checkPlatform(path, imports, test) {
  for (const { target } of imports) {
    if (/^apps\/(server\/src\/modules|web\/src\/features)\//.test(target))
      report(path, `imports ${target}: it knows no domain`)
    if (!test && target.startsWith('@drivesim/contract/') && !neutralContract.test(target)) {
      report(path, `imports ${target}: it knows no domain`)
    }
  }
}

function checkDatabase({ path, code, imports }) {
  if (/(\/|\.)queries\.ts$/.test(path)) return
  for (const { target, typeOnly } of imports) {
    if (!typeOnly && (target === 'kysely' || target === 'pg'))
      report(path, `imports ${target}: only queries.ts touches the database`)
  }
  if (/\bsql(<[^`]*?>)?`|\.(selectFrom|insertInto|updateTable|deleteFrom)\(/.test(code)) {
    report(path, 'queries the database: only queries.ts does')
  }
}

function checkWeb({ path, imports, test }) {
  if (path.startsWith('apps/web/src/ui/')) checkPlatform(path, imports, test)
  const feature = domainOf(path, webFeatures)
  for (const { target } of imports) {
    const other = domainOf(target, webFeatures)
    if (feature !== undefined && other !== undefined && other !== feature)
      report(path, `imports ${target}: a feature never imports a feature`)
    if (!test && target === '@drivesim/contract/allErrors')
      report(path, `imports ${target}: take the block of the domain, or a page loads those of all`)
    if (/^(@drivesim\/(server|fleet)|apps\/(server|fleet)\/)/.test(target))
      report(path, `imports ${target}: the web knows the contract only`)
  }
}

function checkCircles() {
  const reached = new Map()
  for (const { path, imports, test } of files) {
    const domain = domainOf(path, serverModules)
    if (domain === undefined || test) continue
    const others = imports.map(({ target }) => domainOf(target, serverModules))
    for (const other of others) {
      if (other !== undefined && other !== domain)
        reached.set(domain, (reached.get(domain) ?? new Set()).add(other))
    }
  }
  const walk = (domain, way) => {
    const at = way.indexOf(domain)
    if (at === 0) report(serverModules, `modules in a circle: ${[...way, domain].join(' → ')}`)
    if (at >= 0) return
    for (const other of reached.get(domain) ?? []) walk(other, [...way, domain])
  }
  for (const domain of [...reached.keys()].sort()) walk(domain, [])
}

for (const violation of violations) console.error(violation)
console.log(`structure: ${files.length} files, ${violations.length} violations`)
process.exitCode = violations.length === 0 ? 0 : 1
