import { z } from 'zod'
import { type AccessCode, accessNames } from './access.ts'

/** An access code that this version knows, in a form. */
export const accessCode = z.custom<AccessCode>(
  value => typeof value === 'string' && Object.hasOwn(accessNames, value),
  '没有这项权限，请重新选择',
)
