import {
  challengeSeconds,
  isTransport,
  type PasskeyAssertion,
  type PasskeyAttestation,
  type PasskeyCreation,
  type PasskeyRequest,
} from '@drivesim/contract'
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import type { Services } from '../../../platform/module.ts'
import { type Factor, findPasskey, takeCounter } from './queries.ts'
import { type RelyingParty, relyingParty } from './relyingParty.rules.ts'

/** As COSE numbers them, the most wanted first: Ed25519, ECDSA with P-256, RSA. */
const algorithms = [-8, -7, -257]
const timeout = challengeSeconds * 1000

/** Those of somebody's factors that these pages may ask for. */
export const passkeysOf = (factors: readonly Factor[], party: RelyingParty | null): Factor[] =>
  party === null ? [] : factors.filter(({ kind, rpId }) => kind === 'passkey' && rpId === party.id)

const credentialsOf = (factors: readonly Factor[]) =>
  factors.flatMap(({ credentialId, transports }) =>
    credentialId === null ? [] : [{ id: credentialId, type: 'public-key' as const, transports }],
  )

/** Asks for one of these passkeys, or without them for any. */
export const requestOf = (
  { id }: RelyingParty,
  challenge: string,
  factors: readonly Factor[],
): PasskeyRequest => ({
  challenge,
  rpId: id,
  timeout,
  userVerification: 'required',
  allowCredentials: credentialsOf(factors),
})

/** Asks for a new passkey that finds its account by itself. */
export function creationOf(
  { id }: RelyingParty,
  challenge: string,
  owner: { readonly id: number; readonly account: string; readonly name: string },
  factors: readonly Factor[],
): PasskeyCreation {
  return {
    challenge,
    rp: { id, name: '驾训模拟器管理后台' },
    user: { id: handleOf(owner.id), name: owner.account, displayName: owner.name },
    pubKeyCredParams: algorithms.map(alg => ({ alg, type: 'public-key' as const })),
    timeout,
    attestation: 'none',
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    excludeCredentials: credentialsOf(factors),
  }
}

/** What an authenticator keeps to know its account by: a number, which names nobody. */
const handleOf = (memberId: number): string => Buffer.from(`member ${memberId}`).toString('base64url')

/** Whether an assertion without an account was made for this one. */
const isHandleOf = (memberId: number, handle: string | null | undefined): boolean =>
  handle === handleOf(memberId)

/** The counter that a good assertion says; null: it is not good. The user must have been verified: by finger, face or PIN. */
export async function verifyAssertion(
  { id, origin }: RelyingParty,
  challenge: string,
  { credentialId, publicKey, counter, transports }: Factor,
  assertion: PasskeyAssertion,
): Promise<number | null> {
  if (credentialId === null || publicKey === null) return null
  const { authenticatorAttachment, response, ...given } = assertion
  const { userHandle, ...signed } = response
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      ...given,
      response: { ...signed, ...(userHandle == null ? {} : { userHandle }) },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    credential: {
      id: credentialId,
      publicKey: new Uint8Array(publicKey),
      counter,
      transports: [...transports],
    },
    requireUserVerification: true,
  }).catch(() => ({ verified: false, authenticationInfo: null }))
  return verified ? (authenticationInfo?.newCounter ?? null) : null
}

/** What a new passkey is kept as; null: it is not good. */
export async function verifyAttestation(
  { id, origin }: RelyingParty,
  challenge: string,
  { authenticatorAttachment, response, ...given }: PasskeyAttestation,
) {
  const { transports, ...signed } = response
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...given, response: signed, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => ({ registrationInfo: undefined }))
  if (registrationInfo === undefined) return null
  const { credential } = registrationInfo
  return {
    credentialId: credential.id,
    publicKey: credential.publicKey,
    counter: credential.counter,
    transports: (transports ?? []).filter(isTransport),
    rpId: id,
  }
}

/** Whose passkey it is that signed a challenge for nobody in particular, and takes its counter; null: nobody's. */
export async function ownerOfPasskey(
  { db, config }: Pick<Services, 'db' | 'config'>,
  challenge: string,
  assertion: PasskeyAssertion,
): Promise<number | null> {
  const party = relyingParty(config)
  const passkey = await findPasskey(db, assertion.id)
  if (party === null || passkey === undefined || passkey.rpId !== party.id) return null
  if (!isHandleOf(passkey.memberId, assertion.response.userHandle)) return null
  const counter = await verifyAssertion(party, challenge, passkey, assertion)
  if (counter === null || !(await takeCounter(db, passkey.id, counter))) return null
  return passkey.memberId
}
