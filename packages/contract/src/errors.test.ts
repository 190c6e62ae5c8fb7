import { expect, it } from 'vitest'
import { commonErrors, type ErrorEntry, Refusal, refuse } from './errors.ts'
import * as contract from './index.ts'

const { errors } = contract
type Block = Readonly<Record<string, ErrorEntry<never[]>>>

/** The blocks of all domains, by their names; `clientErrors` is a domain. */
const blocks: [string, Block][] = Object.entries(contract).flatMap(([name, exported]) =>
  /[a-z]Errors$/.test(name) && !['clientErrors', 'commonErrors'].includes(name)
    ? [[name, exported as Block]]
    : [],
)
const codesOf = (block: Block) => Object.values(block).map(({ code }) => code)

it('joins every block, and no name hides the same name of another block', () => {
  const names = [commonErrors, ...blocks.map(([, block]) => block)].flatMap(block => Object.keys(block))
  expect(Object.keys(errors).sort()).toEqual(names.sort())
})

it('has no code twice', () => {
  const codes = Object.values(errors).map(({ code }) => code)
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([])
})

it('keeps the codes of a domain in one range, and the common ones out of all', () => {
  const ranges = blocks.map(([name, block]) => [
    name,
    [...new Set(codesOf(block).map(code => String(code).slice(0, -2)))],
  ])
  expect(ranges.filter(([, of]) => of?.length !== 1)).toEqual([])
  expect(ranges.filter(([, of]) => !/^-1\d\d$/.test(String(of)))).toEqual([])
  const foreign = Object.values(commonErrors).filter(({ code }) => /^-1\d{4}$/.test(String(code)))
  expect(foreign).toEqual([commonErrors.silent])
})

it('gives a refusal the code, the sentence and what helps the client', () => {
  const refusal = refuse(errors.staleVersion, '设备').with({ version: 4 })
  expect(refusal).toBeInstanceOf(Refusal)
  expect(refusal).toMatchObject({ code: -40900, data: { version: 4 } })
  expect(refusal.message).toBe('设备已被他人修改，请查看最新内容后重新提交')
  expect(refuse(errors.silent).data).toBeNull()
})
