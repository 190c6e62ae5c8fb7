import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { contract } from './index.ts'
import { column, listColumns, sortWords, unitOfField, wordOf, wordOfValue } from './lists.ts'
import { isPage } from './paging.ts'

const calls = Object.entries(contract).flatMap(([domain, calls]) =>
  Object.entries<Endpoint>(calls).map(([name, call]) => ({ domain, name: `${domain}.${name}`, call })),
)

/** Pages that no table shows, and what shows them. */
const withoutTable: Readonly<Record<string, string>> = {
  'jobs.list': 'the drawer of one’s own jobs, one below the other',
  'messages.list': 'the letters of the bell, one below the other',
}

test('every page of a list declares its columns', () => {
  const without = calls.filter(({ call }) => isPage(call.reply) && call.columns === undefined)
  expect(without.map(({ name }) => name).toSorted()).toEqual(Object.keys(withoutTable).toSorted())
})

test('a list can be ordered by the fields of its sortable columns, and by no other', () => {
  for (const { name, call } of calls) {
    const { input, columns } = call
    if (columns === undefined || !(input instanceof z.ZodObject)) continue
    const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
    expect(valuesOf(properties.sortField), name).toEqual(Object.keys(sortWords(columns)).toSorted())
  }
})

/** The fields by which a list may be ordered; none where it has an order of its own. */
function valuesOf(schema: unknown): string[] {
  const { data = [] } = z
    .object({ anyOf: z.array(z.looseObject({ enum: z.array(z.string()).optional() })) })
    .transform(({ anyOf }) => anyOf.flatMap(choice => choice.enum ?? []))
    .safeParse(schema)
  return data.toSorted()
}

/** Fields that are called by several words in one domain, and why. */
const severalWords: Readonly<Record<string, string>> = {
  'approvals.reason': 'who asks for it explains it, who decides gives an opinion',
  'contracts.reason': 'why one looks, and why a contract is void',
  'bills.method': 'payments go both ways, the list has receipts alone',
  'bills.no': 'whose number it is',
  'bills.paidOn': 'payments go both ways, the list has receipts alone',
  'bills.reason': 'each act asks for its own',
  'bills.text': 'the school explains, the platform answers',
  'courses.minutes': 'the form is filled in with minutes, the list shows hours',
  'enrolment.coaches': 'one list counts them, the other names them',
  'enrolment.id': 'whose id it is',
  'enrolment.reason': 'each act asks for its own; the list shows either',
  'orders.accept': 'a school answers a recharge, a second person decides a refund',
  'orders.amount': 'of an order, or of what goes back',
  'orders.clerkName': 'who registers an order; who asks for a refund',
  'orders.createdAt': 'a recharge is registered, a course ordered, a refund asked for',
  'orders.minutes': 'bought, refunded or restored',
  'orders.paidOn': 'when a clerk took the money, or paid it back',
  'orders.reason': 'each act asks for its own; the list shows that of the refund',
  'orders.refunded': 'of one recharge, or what a clerk gave back on a day',
  'feedbacks.schoolName': 'who signs up is at no school yet',
  'feedbacks.id': 'whose id it is',
  'members.reason': 'why one looks, and how one made sure',
  'roles.codes': 'the list counts them',
  'devices.organId': 'a device that moves has two: where it is, and where it goes',
  'devices.roomId': 'a device that moves has two: where it is, and where it goes',
  'devices.seconds': 'what was trained, and how long a fault lasted',
  'students.schoolId': 'a student who moves has two: where they are, and where they go',
  'contracts.endsOn': 'ending a contract asks for another last day than the agreed one',
  'contracts.startsOn': 'the form asks for the first day, the list shows the whole term',
  'pushes.sendAt': 'the form may also send at once; the list shows a set time beside the actual',
  'inspections.name': 'whose name it is',
  'workOrders.note': 'one says what was done, the other why it is closed',
  'workOrders.reason': 'each act asks for its own',
  'persons.reason': 'why one looks, and why data is used again',
  'reportSchedules.state': 'a schedule goes on or not, a report came or not',
}

test('a field has one word, in forms and in lists, or there is a reason', () => {
  const several = [...words()].filter(([, words]) => words.size > 1)
  const told = several.map(([field, words]) => `${field}: ${[...words].join('、')}`)
  const unknown = told.filter(line => severalWords[line.split(':')[0] ?? ''] === undefined)
  expect(unknown).toEqual([])
  const needless = Object.keys(severalWords).filter(field => !several.some(([known]) => known === field))
  expect(needless).toEqual([])
})

/** What fields are called: in what changes something, and in the columns of lists. */
function words(): Map<string, Set<string>> {
  const all = new Map<string, Set<string>>()
  const add = (field: string, word: string) => all.set(field, (all.get(field) ?? new Set()).add(word))
  for (const { domain, call } of calls) {
    for (const [key, { word }] of Object.entries(call.columns?.columns ?? {})) add(`${domain}.${key}`, word)
    if (call.change === undefined || !(call.input instanceof z.ZodObject)) continue
    for (const field of Object.keys(call.input.shape)) {
      const word = wordOf([call.input], field)
      if (word !== undefined) add(`${domain}.${field}`, word)
    }
  }
  return all
}

const row = z.object({ name: z.string(), price: z.int(), gears: z.array(z.string()), minutes: z.int() })
const list = listColumns(row, {
  name: column.text('名称', { sortable: true }),
  price: column.money('价格', { sortable: true }),
  gears: column.choices('车型', { C1: '手动挡' }),
  minutes: column.minutes('时长'),
})

test('what a list declares says how it is sorted, what its fields and values are called and count in', () => {
  expect(sortWords(list)).toEqual({ name: '名称', price: '价格' })
  expect(wordOf([list], 'gears')).toBe('车型')
  expect(wordOf([row, list], 'none')).toBeUndefined()
  expect(wordOfValue([list], 'gears', 'C1')).toBe('手动挡')
  expect(unitOfField([list], 'minutes')).toBe('分钟')
})
