import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { contract } from './index.ts'
import { fileFields } from './paging.ts'

const changes = Object.entries(contract).flatMap(([domain, calls]) =>
  Object.entries<Endpoint>(calls).flatMap(([name, call]): [string, Endpoint][] =>
    call.change === undefined ? [] : [[`${domain}.${name}`, call]],
  ),
)

test.each(changes)('%s: who edits a version of a record says which field names the record', (_name, call) => {
  const { properties = {} } =
    call.input === undefined ? {} : z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' })
  if (call.record !== undefined) expect(Object.keys(properties)).toContain(call.record)
  if ('version' in properties) expect(call.record).toBeDefined()
})

const files = Object.entries(contract).flatMap(([domain, calls]) =>
  Object.entries<Endpoint>(calls).flatMap(([name, call]): [string, Endpoint, Record<string, Endpoint>][] =>
    call.reply === 'file' ? [[`${domain}.${name}`, call, calls]] : [],
  ),
)
/** Files of no list, and why they are never too long. */
const unlisted: Readonly<Record<string, string>> = {
  'jobs.export': 'a job has 50,000 rows at most',
  'inspections.stocktakeExport': 'the devices of some rooms, read at once',
  'dashboard.boardExport': 'blocks of a board, at most 400 days',
  'financeOverview.export': 'a month, read at once',
  'exports.file': 'it is written already',
}

test.each(files)('%s: the list that counts its rows takes its filters', (name, { rowsOf, input }, calls) => {
  if (rowsOf === undefined) {
    expect(Object.keys(unlisted)).toContain(name)
    return
  }
  const fieldsOf = (schema: Endpoint['input']) =>
    schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  // Which columns the file has, and its format, is nothing to the list.
  const ofFiles = Object.keys(fileFields)
  expect(fieldsOf(input)).toEqual(expect.arrayContaining(ofFiles))
  const fields = fieldsOf(input).filter(field => !ofFiles.includes(field))
  // Only the people behind a figure are a list of that length, whichever way it is cut.
  const takenFields = fields.filter(field => name !== 'dashboard.export' || field !== 'by')
  expect(fieldsOf(calls[rowsOf]?.input)).toEqual(expect.arrayContaining(takenFields))
})
