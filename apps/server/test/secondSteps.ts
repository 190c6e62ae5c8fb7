import { contract, errors, type SecondStepData, secondStepData } from '@drivesim/contract'
import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import { basicHeader, type TestApp } from './app.ts'
import { Authenticator } from './authenticator.ts'
import { query } from './database.ts'
import { password } from './factories.ts'

const { factors, session } = contract
/** Where passkeys of tests are made. */
export const origin = 'https://sim.example.com'
export const basic = { authorization: basicHeader }
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** What an app shows that was given this secret, so many seconds from now. */
export const codeOf = (secret: string, seconds = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + seconds * 1000 })

/** What was asked of a passkey. */
export const asked = (of: SecondStepData) => {
  if (of.passkey === null) throw new Error('no passkey was asked for')
  return of.passkey
}

/** People with factors, and how they sign in. @param current the server of the test that runs */
export function secondStepsOf(current: () => TestApp) {
  const sql = (text: string, values?: unknown[]) => query(current().database.ownerUrl, text, values)

  /** Somebody with an app that shows codes, as they sign in. */
  async function withApp(name = '手机') {
    const person = await current().signedIn()
    // The step before this one, so that the next code is another; where the step changes meanwhile it is too old.
    for (;;) {
      const { data: begun } = await person.call(factors.beginTotp)
      const added = await person.call(factors.addTotp, {
        challenge: begun.challenge,
        name,
        code: codeOf(begun.setupKey, -30),
      })
      if (added.code === errors.clockOff.code) continue
      expect(added).toMatchObject({ code: 0 })
      return { ...person, secret: begun.setupKey }
    }
  }

  async function withPasskey() {
    const person = await current().signedIn()
    const authenticator = new Authenticator(origin)
    const { data: begun } = await person.call(factors.beginPasskey)
    const attestation = authenticator.make(begun.options)
    const added = await person.call(factors.addPasskey, {
      challenge: begun.challenge,
      name: '笔记本',
      attestation,
    })
    expect(added).toMatchObject({ code: 0 })
    return { ...person, authenticator }
  }

  /** Gives the right password. @returns what the second step asks for */
  async function passwordOf({ account }: { account: string }): Promise<SecondStepData> {
    const answer = await current().signIn(account, password)
    expect(answer).toMatchObject({ status: 200, code: errors.secondStepNeeded.code })
    return secondStepData.parse(answer.data)
  }

  const secondStep = (challenge: string, given: object, headers = {}) =>
    current().send(
      session.token,
      { grant_type: 'second_step', challenge, ...given },
      { ...basic, ...headers },
    )

  /** As if they had last proved who they are so many seconds ago. */
  const provedBefore = (seconds: number, memberId: number) =>
    sql(`update session set authenticated_at = now() - make_interval(secs => $1) where member_id = $2`, [
      seconds,
      memberId,
    ])

  return { sql, withApp, withPasskey, passwordOf, secondStep, provedBefore }
}
