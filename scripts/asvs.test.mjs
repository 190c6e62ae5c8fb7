import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { asvsChapters, asvsLevels } from './lib/asvs.mjs'

// docs/asvs.json says of each requirement of the standard whether it is kept, and what proves it; docs/asvs.md is made from it.

const root = join(import.meta.dirname, '..')
const { standard, requirements } = JSON.parse(readFileSync(join(root, 'docs/asvs.json'), 'utf8'))

/** What an entry has besides its verdict; `why` of one that is held says more than its proofs do. */
const fields = {
  held: { must: ['id', 'level', 'about', 'proof'], may: ['why'] },
  differs: { must: ['id', 'level', 'about', 'why'], may: [] },
  notApplicable: { must: ['id', 'level', 'about', 'why'], may: [] },
}
const isSentence = text => typeof text === 'string' && /^[A-Z].{15,}[.]$/s.test(text)

function flaws({ verdict, ...rest }) {
  const known = fields[verdict]
  if (known === undefined) return [`${verdict} is no verdict`]
  return [
    ...known.must.filter(name => !(name in rest)).map(name => `no ${name}`),
    ...Object.keys(rest)
      .filter(name => !known.must.includes(name) && !known.may.includes(name))
      .map(name => `${name} has no meaning here`),
    ...('why' in rest && !isSentence(rest.why) ? ['why is no sentence'] : []),
    ...('proof' in rest && !(rest.proof?.length > 0) ? ['no proof'] : []),
    ...(rest.about?.length > 0 && rest.about.length <= 60 ? [] : ['about what?']),
  ]
}

/** Texts of files by their path. */
const texts = new Map()
function textOf(path) {
  const known = texts.get(path)
  if (known !== undefined) return known
  if (path.includes('..') || !existsSync(join(root, path))) return undefined
  const text = readFileSync(join(root, path), 'utf8')
  texts.set(path, text)
  return text
}

/** What is wrong with a proof: a path, or a path and what stands in that file, such as a test's title. */
function problemOf(proof) {
  const at = proof.indexOf('#')
  const [path, title] = at === -1 ? [proof, undefined] : [proof.slice(0, at), proof.slice(at + 1)]
  const text = textOf(path)
  if (text === undefined) return `there is no ${path}`
  if (title === undefined) return undefined
  return title !== '' && text.includes(title) ? undefined : `${path} has no “${title}”`
}

const isTest = proof => /\.(test|spec)\.(tsx?|mjs)(#|$)/.test(proof)

test('every requirement of the standard has its verdict, once, in its order', () => {
  expect(requirements.map(({ id, level }) => [id, level])).toEqual(
    [...asvsLevels].sort(([one], [other]) => one.localeCompare(other, 'en', { numeric: true })),
  )
})

test('every verdict has what it needs: proofs, or a reason', () => {
  expect(standard).toBe('OWASP ASVS 5.0.0')
  const found = requirements.flatMap(one => flaws(one).map(flaw => `${one.id}: ${flaw}`))
  expect(found).toEqual([])
})

test('what is held has a proof that is there', () => {
  const problems = requirements.flatMap(held =>
    held.verdict === 'held' ? (held.proof ?? []).flatMap(proof => problemOf(proof) ?? []) : [],
  )
  expect(problems).toEqual([])
})

const ofChapter = chapter => requirements.filter(({ id }) => id.startsWith(`${chapter}.`))
const count = (of, which) => of.filter(which).length

function row(name, of) {
  const byTest = count(of, one => one.verdict === 'held' && one.proof?.some(isTest))
  const otherwise = count(of, one => one.verdict === 'held' && !one.proof?.some(isTest))
  const differs = count(of, ({ verdict }) => verdict === 'differs')
  const none = count(of, ({ verdict }) => verdict === 'notApplicable')
  return `| ${[name, byTest, otherwise, differs, none].join(' | ')} |`
}

const listed = verdict =>
  requirements
    .flatMap(one =>
      one.verdict === verdict ? `| ${one.id} | ${one.level} | ${one.about} | ${one.why} |` : [],
    )
    .join('\n')

const page = `# OWASP ASVS 5.0

Made from [asvs.json](asvs.json): \`npm test -- asvs -u\` writes it anew. There stands of each requirement of levels 1 and 2, and of some of level 3,
whether it is held, and what proves it. Claimed for \`STRICT=1\` and 安全设置 that ask everybody for a second step. What a requirement says stands in
[the standard](https://github.com/OWASP/ASVS/tree/v5.0.0/5.0).

| chapter | held, by a test | held, by code, configuration or documents | differs | not applicable |
|---|---|---|---|---|
${Object.entries(asvsChapters)
  .map(([chapter, name]) => row(`${chapter} ${name}`, ofChapter(chapter)))
  .join('\n')}
${row('**all**', requirements)}

## What differs

| | level | about | why |
|---|---|---|---|
${listed('differs')}

## What does not apply

| | level | about | why |
|---|---|---|---|
${listed('notApplicable')}
`

test('docs/asvs.md is made from it', async () => {
  await expect(page).toMatchFileSnapshot('../docs/asvs.md')
})
