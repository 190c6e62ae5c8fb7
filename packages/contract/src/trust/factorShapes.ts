import { z } from 'zod'
import { cleanedCode } from '../cleaned.ts'
import { instant } from '../fields.ts'
import { label } from '../labels.ts'
import { passkeyRequest } from './passkeys.ts'

/** Six digits of an app, or a recovery code; blanks and hyphens do not count. */
export const codeField = label('验证码', cleanedCode.min(1).max(40))

/** `data` of the refusal `secondStepNeeded`: the password was right. */
export const secondStepData = z.object({
  challenge: z.string(),
  /** The one used last comes first, the recovery code never. */
  methods: z.array(z.enum(['passkey', 'totp', 'recovery'])),
  expiresIn: z.int(),
  /** null: no passkey can be asked for. */
  passkey: passkeyRequest.nullable(),
})
export type SecondStepData = z.output<typeof secondStepData>

/** One factor, as its owner sees it. */
export const ownFactor = z.object({
  factorId: z.int(),
  kind: z.enum(['passkey', 'totp']),
  name: z.string(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
})
export type OwnFactor = z.output<typeof ownFactor>
