// Apart from the schemas: the page of sign-in has these and not those.

/** Ways to reach somebody outside of the system. */
export const contactKinds = { mail: '邮箱', sms: '手机' } as const
export type ContactKind = keyof typeof contactKinds

/** By which verified contact people may set a forgotten password themselves. */
export const selfResets = {
  off: '不允许',
  mail: '用已验证的邮箱',
  sms: '用已验证的手机',
  both: '用已验证的邮箱或手机',
} as const
export type SelfReset = keyof typeof selfResets

/** Digits of a code. */
export const contactCodeDigits = 8

/** Minutes for which a code, or a link for a forgotten password, is good. */
export const contactCodeMinutes = 10

/** Hours for which the link is good that an administrator has sent. */
export const givenLinkHours = 24

/** Tries of one code. */
export const triesOfContactCode = 5
