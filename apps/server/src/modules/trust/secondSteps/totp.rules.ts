import { Secret, TOTP } from 'otpauth'

/** Seconds that a code is shown for. */
const period = 30
/** Codes of the step before and after are taken, too: clocks differ, and people type slowly. */
const window = 1
/** How far off a clock may be for its error to be told when an app is added: five minutes. */
const farWindow = 10

/** 160 bits, in base32 as people type it. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

const totpOf = (secret: string) =>
  new TOTP({ algorithm: 'SHA1', digits: 6, period, secret: Secret.fromBase32(secret) })

/** What an app scans. */
export function totpUri(secret: string, { issuer, account }: { issuer: string; account: string }): string {
  const totp = totpOf(secret)
  totp.issuer = issuer
  totp.label = account
  return totp.toString()
}

/** The step of which this is the code, where it is near enough to now. @param now epoch milliseconds */
export function stepOfCode(secret: string, code: string, now: number, within = window): number | null {
  const token = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const delta = totpOf(secret).validate({ token, timestamp: now, window: within })
  return delta === null ? null : Math.floor(now / 1000 / period) + delta
}

/** By how many minutes the clock is off that shows a code which is right but for its time; null: the code is not right at all. */
export function minutesOff(secret: string, code: string, now: number): number | null {
  const step = stepOfCode(secret, code, now, farWindow)
  if (step === null) return null
  return Math.max(1, Math.round((Math.abs(step - Math.floor(now / 1000 / period)) * period) / 60))
}
