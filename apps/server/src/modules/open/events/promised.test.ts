import { readFileSync } from 'node:fs'
import {
  accessNames,
  allEventTypes,
  codesOf,
  dataOf,
  type EventSubject,
  eventSubjects,
  eventTypes,
  mayUse,
  subjectOf,
} from '@drivesim/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'

const subjects = Object.keys(eventSubjects) as EventSubject[]

/** What is sent, field by field: `name: kind`. */
function fieldsOf(subject: EventSubject): string[] {
  const { properties = {} } = z.toJSONSchema(dataOf(subject), { unrepresentable: 'any', io: 'output' })
  return Object.entries(properties)
    .map(([name, field]) => `${name}: ${kindOf(field)}`)
    .sort()
}

function kindOf(field: unknown): string {
  const { anyOf, type } = z
    .object({
      anyOf: z.array(z.unknown()).optional(),
      type: z.union([z.string().transform(one => [one]), z.array(z.string())]).default(['any']),
    })
    .parse(field)
  return [...new Set(anyOf === undefined ? type : anyOf.map(kindOf))].sort().join(' | ')
}

const now = {
  types: [...allEventTypes],
  data: Object.fromEntries(subjects.map(subject => [subject, fieldsOf(subject)])),
}
const promised = z
  .object({ types: z.array(z.string()), data: z.record(z.string(), z.array(z.string())) })
  .parse(
    JSON.parse(
      readFileSync(
        new URL('../../../../../../packages/contract/promisedEvents.json', import.meta.url),
        'utf8',
      ),
    ),
  )

// What is new is added to promisedEvents.json by hand; what stands there stays.
test('types and fields of events only grow', () => {
  expect(now.types).toEqual(expect.arrayContaining(promised.types))
  for (const [subject, fields] of Object.entries(promised.data))
    expect(now.data[subject], subject).toEqual(expect.arrayContaining(fields))
})

test('what was added is promised from now on', () => expect(promised).toEqual(now))

test('every type is about something, and has words of its own', () => {
  for (const type of allEventTypes) expect(subjects).toContain(subjectOf(type))
  expect(new Set(Object.values(eventTypes)).size).toBe(allEventTypes.length)
})

test('what money is about is for those who may see its list', () => {
  expect(mayUse(codesOf('bill.closed'), new Set(['device:simulator']))).toBe(false)
  expect(mayUse(codesOf('bill.closed'), new Set(['finance']))).toBe(true)
})

const codeWords = (codes: readonly (keyof typeof accessNames)[]) =>
  codes.length === 0 ? 'anybody signed in' : codes.map(code => `\`${code}\` ${accessNames[code]}`).join(', ')
const page = `# Events

Made from the code: \`npm test -- open/events -u\` writes it anew. How they are sent: [webhooks.md](webhooks.md).

Each is \`{type, timestamp, seq, data}\`. \`data\` is the row of the record in its list, as the call of that list answers it (\`/docs\`): as it was at the
commit, with phones and accounts masked as lists mask them. Types and fields are only added.

${subjects.map(sectionOf).join('\n')}`

function sectionOf(subject: EventSubject): string {
  const types = allEventTypes.filter(type => subjectOf(type) === subject)
  const [first] = types
  const rows = types.map(type => `| \`${type}\` | ${eventTypes[type]} |`).join('\n')
  return `## ${eventSubjects[subject]} \`${subject}\`

For: ${first === undefined ? '' : codeWords(codesOf(first))}.

| type | when |
|---|---|
${rows}

\`data\`: ${fieldsOf(subject)
    .map(field => `\`${field.replaceAll('|', '\\|')}\``)
    .join(', ')}
`
}

test('docs/events.md has them all', () =>
  expect(page).toMatchFileSnapshot('../../../../../../docs/events.md'))
