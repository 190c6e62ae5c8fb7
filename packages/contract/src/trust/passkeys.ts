import { z } from 'zod'
import { label, labelValues } from '../labels.ts'

/*
 * Passkeys as browsers speak of them: the JSON of WebAuthn Level 3 (`PublicKeyCredential.toJSON`). Binary values are base64url.
 */

/** What people are told it is, where it is not as it should be. */
const passkey = <S extends z.ZodType>(schema: S) => label('通行密钥', schema)

const binary = (most: number) =>
  passkey(
    z
      .string()
      .min(1)
      .max(most)
      .regex(/^[\w-]+$/),
  )

/** How a browser may reach an authenticator. */
const transports = z.array(z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']))
export type Transports = z.output<typeof transports>

/** Those that browsers have had so far; another one is nothing that a browser could be asked for. */
export const isTransport = (name: string): name is Transports[number] =>
  transports.element.safeParse(name).success

const knownCredential = z.object({ id: z.string(), type: z.literal('public-key'), transports })

/** What a browser is asked to prove that it holds a passkey with. Without `allowCredentials` it offers those that it has. */
export const passkeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(knownCredential),
})
export type PasskeyRequest = z.output<typeof passkeyRequest>

/** What a browser is asked to make a passkey with. */
export const passkeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  attestation: z.literal('none'),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  excludeCredentials: z.array(knownCredential),
})
export type PasskeyCreation = z.output<typeof passkeyCreation>

const credential = {
  id: binary(1400),
  rawId: binary(1400),
  type: passkey(labelValues({ 'public-key': '公钥' }, z.literal('public-key'))),
  authenticatorAttachment: passkey(z.string().max(50).nullish()),
}

const passkeyResponse = <Shape extends z.ZodRawShape>(shape: Shape) => passkey(z.object(shape))

/** A proof that a passkey is held. */
export const passkeyAssertion = label(
  '通行密钥',
  z.object({
    ...credential,
    response: passkeyResponse({
      clientDataJSON: binary(4000),
      authenticatorData: binary(4000),
      signature: binary(4000),
      userHandle: passkey(binary(100).nullish()),
    }),
  }),
)
export type PasskeyAssertion = z.output<typeof passkeyAssertion>

/** A new passkey. */
export const passkeyAttestation = label(
  '通行密钥',
  z.object({
    ...credential,
    response: passkeyResponse({
      clientDataJSON: binary(4000),
      attestationObject: binary(8000),
      transports: passkey(
        z
          .array(passkey(z.string().max(50)))
          .max(10)
          .nullish(),
      ),
    }),
  }),
)
export type PasskeyAttestation = z.output<typeof passkeyAttestation>
