import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { expect, test } from 'vitest'
import { derivedUses } from '../src/platform/keys/deriving.ts'
import { sealedColumns } from '../src/platform/keys/sealing.ts'
import { secretVariables } from '../src/platform/start/config.ts'

// docs/keys.md against the code: whoever adds a key says there what it is for, and what is lost with it.

const source = join(import.meta.dirname, '../src')
const page = readFileSync(join(import.meta.dirname, '../../../docs/keys.md'), 'utf8')
const section = (title: string) => page.split(`## ${title}\n`)[1]?.split('\n## ')[0] ?? ''
/** The first cell of each row, without its head. */
const firstCells = (text: string) =>
  [...text.matchAll(/^\| (.*?) \|/gm)].map(([, cell = '']) => cell).filter(cell => cell.includes('`'))
const quoted = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word)

const code = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .map(path => path.split(sep).join('/'))
  .filter(path => /\.ts$/.test(path) && !/\.test\.ts$/.test(path))
const named = new Set(quoted(page).filter(word => word.endsWith('.ts') && !word.startsWith('apps/')))

/** What works with keys. `labelKey(` and `openSealed(` say it of those who only hand them on. */
const worksWithKeys =
  /\b(hkdfSync|createHmac|createCipheriv|createDecipheriv|createSign|createVerify|SignJWT|sealerOf|openSealed|addressSigner)\(|'(otpauth|@simplewebauthn\/server|openid-client|age-encryption|@node-rs\/argon2|jose)'/

test('each sealed column and each use of the secret has its row', () => {
  expect(firstCells(section('What follows from the data key')).flatMap(quoted).toSorted()).toEqual(
    [...sealedColumns].toSorted(),
  )
  expect(firstCells(section('What follows from JWT_SECRET')).flatMap(quoted).toSorted()).toEqual(
    [...derivedUses].toSorted(),
  )
})

test('each secret variable has its row, and no other is called one', () => {
  const rows = ['What lets us in elsewhere', 'What lets others in here'].flatMap(title =>
    firstCells(section(title)).flatMap(quoted),
  )
  expect(rows.toSorted()).toEqual([...secretVariables].toSorted())
})

test('every file that works with keys is named', () => {
  const using = code.filter(path => worksWithKeys.test(readFileSync(join(source, path), 'utf8')))
  expect(using.length).toBeGreaterThan(20)
  expect(using.filter(path => !named.has(path))).toEqual([])
})

test('every file that is named is there', () => {
  expect([...named].filter(path => !code.includes(path))).toEqual([])
})
