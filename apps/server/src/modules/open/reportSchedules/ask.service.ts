import { errors, listsPeople, Refusal, refuse } from '@drivesim/contract'
import type { Person } from '../../../platform/http/call.ts'
import type { FileCall } from '../../../platform/http/fileCalls.ts'
import { countingPhones } from '../../../platform/http/phoneGuesses.ts'
import type { Services } from '../../../platform/module.ts'
import { mayAsk } from '../../tools/exports/service.ts'
import { callWithoutRequest } from '../../tools/exports/unasked.service.ts'

/** What the call of a file answers somebody at this moment. */
export type Answer =
  | { readonly kind: 'rows'; readonly rows: number; readonly person: Person }
  /** They are disabled, or may do nothing before they set a password. */
  | { readonly kind: 'gone'; readonly reason: string }
  /** They may not make the call any more. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** They may, but not this time. */
  | { readonly kind: 'failed'; readonly reason: string }

const forGood: readonly number[] = [errors.forbidden.code, errors.notFound.code]

/** Makes the call of a file for somebody, under what they may at this moment, with all that counts what they look for and read. */
export async function askFor(
  services: Services,
  file: FileCall,
  memberId: number,
  input: object,
): Promise<Answer> {
  const person = await services.authentication.findMember(memberId)
  if (person === null) return { kind: 'gone', reason: '已停用' }
  try {
    if (!mayAsk(file, person.codes)) throw refuse(errors.forbidden)
    return { kind: 'rows', person, rows: await countRows(services, file, person, input) }
  } catch (error) {
    if (!(error instanceof Refusal)) {
      services.log.error({ err: error, call: file.name }, 'a report could not be asked for')
      return { kind: 'failed', reason: '服务器出错，没有生成' }
    }
    return { kind: forGood.includes(error.code) ? 'refused' : 'failed', reason: error.message }
  }
}

async function countRows(services: Services, file: FileCall, person: Person, input: object): Promise<number> {
  const { endpoint, list } = file
  const call = callWithoutRequest(services, person, { requestId: 'report', address: null, userAgent: null })
  if (listsPeople(list)) await services.readings.admit(person)
  const counted = { rows: 0 }
  await countingPhones(
    services.phoneGuesses,
    { person, address: null, userAgent: null },
    { endpoint, input },
    async () => {
      counted.rows = await file.count(input, call)
      return counted
    },
  )
  return counted.rows
}
