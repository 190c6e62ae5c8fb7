import {
  errors,
  type ParsedOf,
  type PolicyForm,
  refuse,
  type SecondStepGroup,
  securityPolicy,
} from '@drivesim/contract'
import { isWithin } from '../../../platform/auth/networks.ts'
import type { SignedInCall } from '../../../platform/http/call.ts'
import { record } from '../../../platform/http/record.ts'
import type { Services } from '../../../platform/module.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { requirePlatform } from '../../schools/organisations/service.ts'
import { sayLive } from '../../tools/live/service.ts'
import { noteAct } from '../../tools/operationLog/security.service.ts'
import { dueDates } from './policy.rules.ts'
import * as queries from './queries.ts'

/** Settings have one row; its id is not looked at. */
const onlyOne = 1
const what = '安全设置'

const setting = record({ what, lock: queries.lockPolicy, latest: db => policyOf(db) })

/** The policy, and from when on it asks whom. */
export async function policyOf(db: Db) {
  const { codesDueAt, allDueAt, ...policy } = await queries.readPolicy(db)
  const { secondStepFor, codes, systemNetworks } = policy
  return {
    ...policy,
    codes: [...codes],
    systemNetworks: [...systemNetworks],
    codesDueAt: secondStepFor === 'none' ? null : codesDueAt.toISOString(),
    allDueAt: secondStepFor === 'all' ? allDueAt.toISOString() : null,
  }
}

/** What a policy would mean for those who are here. @throws Refusal platformOnly */
export async function preview({ db, scope }: SignedInCall, form: PolicyForm) {
  requirePlatform(scope, what)
  const row = queries.rowOf(form, dueDates(await queries.readPolicy(db), form, Date.now()))
  return {
    ...(await queries.countObliged(db, row)),
    endedSessions: await queries.countSessionsBeyond(db, row),
  }
}

/** @throws Refusal platformOnly, staleVersion, locksOneselfOut */
export async function save(
  services: Services,
  call: SignedInCall,
  { version, ...form }: ParsedOf<typeof securityPolicy.save>,
): Promise<true> {
  const { db, scope, address } = call
  requirePlatform(scope, what)
  const before = await setting.take(call, onlyOne, { version })
  if (!isWithin(address, form.systemNetworks.join(' '))) throw refuse(errors.locksOneselfOut)
  const row = queries.rowOf(form, dueDates(before, form, Date.now()))
  await queries.updatePolicy(db, row)
  const ended = await queries.endSessionsBeyond(db, row)
  if (ended.length > 0) await sayLive(services.bus, db, { sessionChanged: ended })
  await noteAct(call, { kind: 'rights', label: securityPolicy.save.change })
  return true
}

/** What a new installation asks of whom. */
export const beginPolicy = (db: Db, group: SecondStepGroup): Promise<void> => queries.beginPolicy(db, group)

/** The demo asks nobody, unless somebody has set that it does. */
export const askNobody = (db: Db): Promise<void> => queries.askNobody(db)
