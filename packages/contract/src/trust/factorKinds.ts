// Apart from the schemas: the page of sign-in has these and not those.

/** What somebody can prove who they are with, besides the password. */
export const factorKinds = { passkey: '通行密钥', totp: '动态验证码' } as const
export type FactorKind = keyof typeof factorKinds

/** How many of each somebody may have. */
export const mostFactors: Readonly<Record<FactorKind, number>> = { passkey: 10, totp: 2 }

/** How many recovery codes are made at once. */
export const recoveryCodes = 10

/** The second step of signing in; a recovery code is for when no factor is at hand. */
export const secondSteps = { ...factorKinds, recovery: '恢复码' } as const
export type SecondStep = keyof typeof secondSteps

/** Seconds within which a step must be taken. */
export const challengeSeconds = 300

/** Tries of one challenge. */
export const triesOfChallenge = 5
