import type { SecondStep } from '@drivesim/contract/trust/factorKinds'
import type { PasskeyAssertion } from '@drivesim/contract/trust/passkeys'
import { call } from './call.ts'
import { signWithPasskey } from './passkeys.ts'
import { leaveForProvider, type ProviderAnswer } from './provider.ts'
import { beginSession, tokenCalls } from './session.ts'

/** What the second step is taken with. */
export type StepGiven =
  | { readonly method: 'passkey'; readonly assertion: PasskeyAssertion }
  | { readonly method: Exclude<SecondStep, 'passkey'>; readonly code: string }

/** Takes the second step of signing in and keeps the tokens; the guard leads on. A refusal is thrown. */
export async function takeSecondStep(challenge: string, given: StepGiven): Promise<void> {
  const { session } = await tokenCalls()
  const input = { grant_type: 'second_step' as const, challenge, ...given }
  beginSession(await call(session.token, input, { quiet: true }))
}

/** Signs in with a passkey alone. A refusal is thrown. */
export async function signInWithPasskey(): Promise<void> {
  const { session } = await tokenCalls()
  const { challenge, options } = await call(session.beginPasskey, undefined, { quiet: true })
  const assertion = await signWithPasskey(options)
  beginSession(await call(session.token, { grant_type: 'passkey', challenge, assertion }, { quiet: true }))
}

/** Goes to the provider of single sign-on. A refusal is thrown. */
export async function beginWithProvider(): Promise<void> {
  const { session } = await tokenCalls()
  leaveForProvider(await call(session.beginProvider, undefined, { quiet: true }))
}

/** Signs in with what the provider sent somebody back with. A refusal is thrown. */
export async function signInWithProvider(answer: ProviderAnswer): Promise<void> {
  const { session } = await tokenCalls()
  beginSession(await call(session.token, { grant_type: 'provider', ...answer }, { quiet: true }))
}
