// What the built web asks of browsers that is newer than the oldest ones it is made for (browserslist in apps/web/package.json):
// syntax, globals, and methods by their names.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'acorn'
import { root } from './lib/commands.mjs'
import { newerApis } from './lib/newerApis.mjs'

const site = join(root, 'apps/web/dist/site')

/** Methods of libraries that are called as newer ones of the browser are, or asked for before they are called. */
const react = ['reportError', 'queueMicrotask', 'AbortController', 'AbortSignal', 'animate', 'getAnimations']
const later = ['startViewTransition', 'allSettled']
const echarts = ['union', 'delay', 'getName', 'selectRange', 'dispose', 'resize', 'when', 'install']
const tiptap = ['addElement', 'sync', 'command', 'parseHTML', 'getHTML', 'getComposedRanges', 'trustedTypes']
const caret = ['caretPositionFromPoint', 'caretRangeFromPoint']
const passkeys = [
  ...[
    'getTransports',
    'getPublicKeyAlgorithm',
    'getPublicKey',
    'getAuthenticatorData',
    'getClientCapabilities',
  ],
  ...['isConditionalMediationAvailable', 'signalUnknownCredential', 'signalAllAcceptedCredentials'],
  'signalCurrentUserDetails',
]
const others = ['locale', 's', 'number', 'ClipboardItem', 'canParse', 'checkVisibility', 'captureStackTrace']
const parts = [
  {
    floor: 'label',
    manifest: 'label.json',
    ecmaVersion: 2018,
    known: new Set([...react, ...later, 'createImageBitmap']),
  },
  {
    floor: 'application',
    manifest: 'manifest.json',
    ecmaVersion: 2022,
    known: new Set([...later, ...echarts, ...tiptap, ...caret, ...passkeys, ...others]),
  },
]

for (const { floor, manifest, ecmaVersion, known } of parts) {
  const { globals, names } = newerApis(floor)
  const newer = new Set(globals)
  const chunks = Object.values(JSON.parse(readFileSync(join(site, '.vite', manifest), 'utf8')))
  for (const file of new Set(chunks.map(chunk => chunk.file).filter(name => name.endsWith('.js')))) {
    const code = readFileSync(join(site, file), 'utf8')
    const said = new Set()
    const say = (name, start) => {
      if (known.has(name) || said.has(name)) return
      said.add(name)
      const around = code.slice(Math.max(0, start - 60), start + 60).replaceAll('\n', ' ')
      console.error(`floor: ${floor}: ${name} is newer than its oldest browsers, in ${file}: …${around}…`)
      process.exitCode = 1
    }
    try {
      walk(parse(code, { ecmaVersion, sourceType: 'module' }), (node, parent, key) => {
        if (node.type === 'Identifier' && newer.has(node.name) && !isMember(parent, key))
          say(node.name, node.start)
        if (node.type !== 'MemberExpression' || node.computed) return
        const { name } = node.property
        const isCall = parent.type === 'CallExpression' && key === 'callee' && !parent.optional
        // Attributes of elements are read, not called.
        if (names.has(name) && (isCall || /^aria[A-Z]/.test(name))) say(name, node.property.start)
        if (newer.has(`${node.object.name}.${name}`)) say(`${node.object.name}.${name}`, node.start)
      })
    } catch (error) {
      console.error(`floor: ${floor}: ${file} is no ES${ecmaVersion}: ${error.message}`)
      process.exitCode = 1
    }
  }
}

/** What is called by this name belongs to something else. */
function isMember({ type, computed }, key) {
  return !computed && ((type === 'MemberExpression' && key === 'property') || key === 'key')
}

function walk(node, visit, parent = {}, key = '') {
  visit(node, parent, key)
  for (const [name, child] of Object.entries(node))
    for (const one of Array.isArray(child) ? child : [child])
      if (typeof one?.type === 'string') walk(one, visit, node, name)
}
