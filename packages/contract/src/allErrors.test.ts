import { expect, it } from 'vitest'
import { accountErrors } from './account.ts'
import { errors } from './allErrors.ts'
import { appErrors } from './apps.ts'
import { courseErrors } from './courses.ts'
import { deviceErrors } from './deviceShapes.ts'
import { enrolmentErrors } from './enrolmentShapes.ts'
import { commonErrors, type ErrorEntry, Refusal, refuse } from './errors.ts'
import { fileErrors } from './files.ts'
import { memberErrors } from './members.ts'
import { messageErrors } from './messages.ts'
import { noticeErrors } from './notices.ts'
import { organisationErrors } from './organisationShapes.ts'
import { outboxErrors } from './outbox.ts'
import { pushErrors } from './pushes.ts'
import { roleErrors } from './roles.ts'
import { runningErrors } from './running.ts'
import { sessionErrors } from './session.ts'
import { studentErrors } from './studentShapes.ts'

/** The blocks by the xx of their −1xxyy. */
const blocks: Record<string, Record<string, ErrorEntry<never[]>>[]> = {
  '01': [sessionErrors, accountErrors],
  '02': [deviceErrors],
  '03': [runningErrors],
  '04': [memberErrors, roleErrors],
  '05': [fileErrors],
  '06': [messageErrors, noticeErrors, pushErrors, outboxErrors],
  '20': [organisationErrors],
  '21': [courseErrors],
  '22': [appErrors],
  '23': [studentErrors],
  '24': [enrolmentErrors],
}

it('joins every block, no name of one hiding that of another', () => {
  const names = [commonErrors, ...Object.values(blocks).flat()].flatMap(block => Object.keys(block))
  expect(Object.keys(errors).sort()).toEqual(names.sort())
})

it('has no code twice', () => {
  const codes = Object.values(errors).map(({ code }) => code)
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([])
})

it('keeps the codes of a domain in its own range', () => {
  const strangers = Object.entries(blocks).flatMap(([xx, ofRange]) =>
    ofRange
      .flatMap(block => Object.values(block))
      .map(({ code }) => code)
      .filter(code => !new RegExp(`^-1${xx}\\d\\d$`).test(String(code))),
  )
  expect(strangers).toEqual([])
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
