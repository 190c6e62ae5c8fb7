// Which APIs of JavaScript and browsers are newer than the oldest browsers that something is made for.
import { join } from 'node:path'
import compatData from '@mdn/browser-compat-data/forLegacyNode'
import browserslist from 'browserslist'
import { root } from './commands.mjs'

const mdnNames = { ios_saf: 'safari_ios' }
const word = /^[A-Za-z]\w*$/

/** The oldest browsers of a floor, by MDN's names. */
function browsersOf(floor) {
  return browserslist(undefined, { path: join(root, 'apps/web'), env: floor }).map(browser => {
    const [name, version] = browser.split(' ')
    return { name: mdnNames[name] ?? name, version: version.split('-')[0] }
  })
}

export function newerApis(floor) {
  const browsers = browsersOf(floor)
  const globals = []
  const members = []
  const known = new Set()
  const names = new Set()
  const visit = (name, entry) => {
    const isThere = entry.__compat === undefined || isKnown(entry.__compat, browsers)
    if (!isThere) globals.push(name)
    for (const [key, member] of Object.entries(entry)) {
      const plain = key.replace(/_static$/, '')
      if (member.__compat === undefined || !word.test(plain) || plain.endsWith('_event')) continue
      if (name === 'Intl' && /^[A-Z]/.test(plain)) visit(`Intl.${plain}`, member)
      else if (isKnown(member.__compat, browsers)) known.add(plain)
      else {
        members.push([name, plain, plain === key ? 'instance' : 'class'])
        // Members of what is not there itself are out of reach.
        if (isThere) names.add(plain)
      }
    }
  }
  for (const group of [compatData.javascript.builtins, compatData.api])
    for (const [name, entry] of Object.entries(group)) if (word.test(name)) visit(name, entry)
  return { globals, members, names: new Set([...names].filter(name => !known.has(name))) }
}

/** Whether all of these browsers have it, without a prefix or a setting. */
function isKnown({ support }, browsers) {
  return browsers.every(({ name, version }) =>
    [support[name] ?? []].flat().some(statement => covers(statement, version)),
  )
}

function covers(
  { version_added: added, version_removed: removed, flags, prefix, alternative_name },
  version,
) {
  if (flags !== undefined || prefix !== undefined || alternative_name !== undefined) return false
  const gone = typeof removed === 'string' && !isAfter(removed, version)
  return typeof added === 'string' && !isAfter(added, version) && !gone
}

function isAfter(one, other) {
  if (one === 'preview') return true
  const [a, b] = [one, other].map(text => text.replace('≤', '').split('.').map(Number))
  return a[0] > b[0] || (a[0] === b[0] && (a[1] ?? 0) > (b[1] ?? 0))
}
