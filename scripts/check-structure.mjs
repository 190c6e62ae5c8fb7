// The layout's rules, as far as a short script can see them: one line per violation, exit code 1 if there is one.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkDocs } from './lib/checkDocs.mjs'
import { checkMigrations } from './lib/checkMigrations.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const longest = 350
/** What a file of a module may be; the last word of its name says which. */
const vocabulary = [
  'routes',
  'service',
  'queries',
  'rules',
  'export',
  'names',
  'tasks',
  'mqtt',
  'live',
  'charts',
  'storage',
  'provider',
  'seed',
]
const moduleFile = new RegExp(`^([a-z][A-Za-z0-9]*\\.)?(${vocabulary.join('|')})\\.ts$`)
const testFile = /\.(test|spec)\.tsx?$/
/** What the contract says of calls as such; the rest of it is some domain's. */
const neutralContract =
  /^@drivesim\/contract\/(endpoint|machine|bulk|money|access|errors|paging|lists|fields|labels|issues|pictures|businessDay|money\/approvals|people\/session|people\/account|tools\/system|tools\/views|tools\/pins|privacy\/retentionKinds)$/

/** Whatever brings the code of the whole contract: types alone do not. */
const wholeContract =
  /^\s*(?:import|export)\s+(?!type\s)(?:(?:\{[^}]*\}|[^'"{}\n]*(?:\{[^}]*\})?)\s*from\s*)?'@drivesim\/contract'|\bimport\(\s*'@drivesim\/contract'/m

/** Where amounts are counted: in whole fen, since 19.99 × 100 is not whole in floating point. */
const moneyFile =
  /^(apps\/server\/(src\/modules\/money\/|(migrations|schema)\/)|packages\/contract\/src\/money(\.ts|\/))/
const floating =
  /\bparseFloat\b|\* 100\b|(?<!::)\bdouble precision\b|::(float\d?|real)\b|\bfloat[48]\b|\breal (not )?null\b/i

/** China's clock is told by the contract's businessDay and, in statements, by `beginningOf`; `x.at` is a time that a file has. */
const chinaByHand = /(?<!x\.at)::timestamp at time zone 'Asia\/Shanghai'|\+08:00/
const chinaFile =
  /^(packages\/contract\/src\/businessDay\.ts|apps\/server\/src\/platform\/postgres\/db\.ts|apps\/paysim\/.*)$/

/** The areas of the product; each has the domains that belong together. */
const areas = [
  'devices',
  'money',
  'operations',
  'schools',
  'people',
  'notices',
  'board',
  'tools',
  'trust',
  'privacy',
  'open',
]
const contractSource = 'packages/contract/src'

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
      lazy: lazily !== undefined,
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
  list(contractSource).flatMap(path => {
    const exported = readFileSync(join(root, path), 'utf8').matchAll(
      /^export (?:async )?(?:const|function|class|type|interface) (\w+)/gm,
    )
    return [...exported].map(([, name]) => [name, path.slice(`${contractSource}/`.length, -'.ts'.length)])
  }),
)
// The refusals of all domains, joined; who asks for one by its name knows no domain by it.
contractNames.set('errors', 'errors')
const barrels = [`${contractSource}/index.ts`, `${contractSource}/domains.ts`]
const files = ['packages', 'apps', 'e2e', 'bench', 'scripts'].flatMap(list).map(read)
/** The steps of a path from a folder on. */
const below = (path, folder) =>
  path.startsWith(`${folder}/`) ? path.slice(folder.length + 1).split('/') : []
/** Modules and features lie in their area's folder. */
const domainOf = (path, folder) => below(path, folder)[1]
const serverModules = 'apps/server/src/modules'
const web = 'apps/web/src'
const webFeatures = `${web}/features`
const migrations = 'apps/server/migrations'
const schema = 'apps/server/schema'
/** The folders of the web, lowest first: a file imports from its own and from those below. */
const webLayers = ['theme', 'api', 'ui', 'app', 'parts', 'features']

for (const file of files) {
  if (file.lines > longest) report(file.path, `${file.lines} lines, more than ${longest}: split it`)
  checkBarrel(file)
  if (file.path.startsWith(`${contractSource}/`)) checkContract(file)
  if (file.path.startsWith('apps/server/src/')) checkServer(file)
  if (file.path.startsWith(`${web}/`)) checkWeb(file)
  if (!file.test) checkMoney(file.path, file.code)
  if (!file.test) checkClock(file.path, file.code)
  checkSpeed(file)
}
checkAreas()
checkModuleCircles()
checkFileCircles()
for (const path of [...sqlOf(schema), ...sqlOf(migrations)]) {
  const text = readFileSync(join(root, path), 'utf8')
  checkMoney(path, text)
  const lines = text.split('\n').length
  if (path.startsWith(schema) && lines > longest)
    report(path, `${lines} lines, more than ${longest}: split it`)
}

checkContractExports()
checkDocs(root, report)
checkMigrations(root, report)

/** The contract is a library for the others: what it exports somebody takes. Its index takes everything, and so does not count. */
function checkContractExports() {
  const words = files.map(({ path, code }) => [path, new Set(code.match(/\w+/g))])
  for (const { path, code, test } of files) {
    if (!path.startsWith('packages/contract/src/') || test) continue
    const exported = code.matchAll(/^export (?:async )?(?:const|function|class|type|interface) (\w+)/gm)
    for (const [, name] of exported)
      if (!words.some(([other, has]) => other !== path && has.has(name)))
        report(path, `exports ${name}, which no other file takes`)
  }
}

/** Of what is there for speed alone, the README beside it says what it buys, and how to live without it. */
function checkSpeed({ path, test }) {
  if (test || posix.basename(dirname(path)) !== 'speed') return
  const readme = join(root, dirname(path), 'README.md')
  if (!existsSync(readme) || !readFileSync(readme, 'utf8').includes(posix.basename(path)))
    report(path, 'the README beside it does not say what it buys')
}

function sqlOf(folder) {
  const names = readdirSync(join(root, folder), { recursive: true })
  return names.filter(name => name.endsWith('.sql')).map(name => posix.join(folder, ...name.split(sep)))
}

function checkMoney(path, code) {
  const [found] = (moneyFile.test(path) && floating.exec(code)) || []
  if (found !== undefined) report(path, `has “${found}”: money is whole fen, never a floating-point number`)
}

function checkClock(path, code) {
  const [found] =
    (/^[a-z]+\/[^/]+\/src\//.test(path) && !chinaFile.test(path) && chinaByHand.exec(code)) || []
  if (found !== undefined) report(path, `has “${found}”: take momentOf, dayStart or beginningOf`)
}

function checkBarrel({ path, code }) {
  if (barrels.includes(path) || !/\bfrom\b/.test(code)) return
  const rest = code
    .replace(/^\s*export\s+(type\s+)?(\*(\s+as\s+\w+)?|\{[^}]*\})\s+from\s+'[^']+';?/gm, '')
    .trim()
  if (rest === '') report(path, 'only re-exports: import from where the thing is')
}

function checkContract({ path, imports, test }) {
  if (test) return
  for (const { target } of imports) {
    if (target !== 'zod' && !target.startsWith(`${contractSource}/`))
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
  const name = below(path, serverModules).slice(2).join('/')
  if (!test && !moduleFile.test(name))
    report(path, `not in the vocabulary of a module: ${vocabulary.join(', ')}`)
  if (test) return
  checkDatabase(file)
  for (const { target } of imports) {
    if (/(\/|\.)(rules|names)\.ts$/.test(path) && /(\/|\.)(service|queries)\.ts$/.test(target))
      report(path, `imports ${target}: it asks nobody, neither the database nor a service`)
    const other = domainOf(target, serverModules)
    if (other === undefined || other === domain) continue
    if (!/(\/|\.)(service|rules)\.ts$/.test(target))
      report(path, `reaches ${target}: another module is reached through its service.ts or rules.ts`)
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

function checkWeb({ path, code, imports, test }) {
  if (!test && wholeContract.test(code))
    report(path, "imports the whole contract, which the page would load: take the domain's file")
  if (path.startsWith(`${web}/ui/`)) checkPlatform(path, imports, test)
  const feature = domainOf(path, webFeatures)
  if (/^apps\/web\/src\/(features|parts)\/.*(?<!\.module)\.css$/.test(path))
    report(path, 'its names are global: a feature’s styles are a module (X.module.css)')
  for (const { target } of imports) {
    if (layerOf(target) > layerOf(path))
      report(path, `imports ${target}: what ${below(path, web)[0]}/ needs from above is handed in to it`)
    const other = domainOf(target, webFeatures)
    if (feature !== undefined && other !== undefined && other !== feature)
      report(path, `imports ${target}: a feature never imports a feature`)
    if (/^(@drivesim\/(server|fleet|device-kit|paysim)|apps\/(server|fleet|deviceKit|paysim)\/)/.test(target))
      report(path, `imports ${target}: the web knows the contract only`)
  }
}

/** The files right in src/, and those in src/speed/, are above all folders: they put them together. */
function layerOf(path) {
  const layer = webLayers.indexOf(below(path, web)[0])
  return layer < 0 && path.startsWith(`${web}/`) ? webLayers.length : layer
}

/** A domain lies in one area, the same on the server, in the web and in the contract. */
function checkAreas() {
  const areaOf = new Map()
  const sides = [serverModules, webFeatures, contractSource]
  const ofNoDomain = files.filter(({ path }) => below(path, contractSource).length === 1)
  for (const file of files) {
    const { path } = file
    const side = sides.find(folder => path.startsWith(`${folder}/`))
    if (side === undefined || ofNoDomain.includes(file)) continue
    const [area, ...rest] = below(path, side)
    // In the contract, a domain may be one file, and is no deeper than a folder.
    const deep = side === contractSource ? rest.length === 1 || rest.length === 2 : rest.length > 1
    const domain = side === contractSource ? wordOf(rest[0]) : rest[0]
    if (!areas.includes(area) || !deep)
      report(path, `lies in no domain of an area, and these are: ${areas.join(', ')}`)
    else if (!areaOf.has(domain)) areaOf.set(domain, area)
    else if (areaOf.get(domain) !== area)
      report(path, `${domain} is in ${areaOf.get(domain)} too: a domain lies in one area, everywhere`)
  }
  for (const { path } of ofNoDomain) {
    const area = areaOf.get(wordOf(posix.basename(path)))
    if (area !== undefined) report(path, `is of a domain, which lies in ${area}`)
  }
}

/** The name of a file without what its ending says. */
function wordOf(name = '') {
  return name.replace(/(\.test)?\.ts$/, '')
}

function checkModuleCircles() {
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

/** No file needs one that needs it, be it for a type or for code that comes later. */
function checkFileCircles() {
  const importsOf = new Map(files.map(({ path, imports }) => [path, imports]))
  const done = new Set()
  const walk = (path, way) => {
    const at = way.findIndex(step => step.path === path)
    if (at >= 0) return reportCircle(way.slice(at))
    if (done.has(path)) return
    for (const { target, typeOnly, lazy } of importsOf.get(path) ?? []) {
      const kind = typeOnly ? ' (type)' : lazy ? ' (lazily)' : ''
      walk(target, [...way, { path, kind }])
    }
    done.add(path)
  }
  for (const path of importsOf.keys()) walk(path, [])
}

function reportCircle(steps) {
  const way = steps.map(({ path, kind }) => `${path}${kind}`)
  report(steps[0].path, `files in a circle: ${[...way, steps[0].path].join(' → ')}`)
}

for (const violation of violations) console.error(violation)
console.log(`structure: ${files.length} files, ${violations.length} violations`)
process.exitCode = violations.length === 0 ? 0 : 1
