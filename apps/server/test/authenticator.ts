import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreation,
  PasskeyRequest,
} from '@drivesim/contract'

/** What a browser would say besides what it was asked: for what an attacker changes. */
export interface Saying {
  origin?: string
  rpId?: string
  challenge?: string
  /** The person was verified: by finger, face or PIN. */
  verified?: boolean
  counter?: number
  userHandle?: string
}

/** An authenticator with one passkey (ES256), and the browser before it. */
export class Authenticator {
  readonly credentialId = randomBytes(32).toString('base64url')
  readonly #key: KeyObject
  readonly #publicKey: KeyObject
  readonly #origin: string
  counter = 0
  #userHandle = ''

  constructor(origin: string) {
    this.#origin = origin
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#key = privateKey
    this.#publicKey = publicKey
  }

  /** Makes the passkey. */
  make({ challenge, rp, user }: PasskeyCreation, saying: Saying = {}): PasskeyAttestation {
    this.#userHandle = user.id
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' })
    const key = map([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ])
    const id = Buffer.from(this.credentialId, 'base64url')
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
    const authData = this.#data(saying.rpId ?? rp.id, saying, credential)
    const attestation = map([
      ['fmt', 'none'],
      ['attStmt', null],
      ['authData', authData],
    ])
    return {
      ...this.#named(),
      response: {
        clientDataJSON: this.#client('webauthn.create', challenge, saying).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  /** Signs a challenge. */
  sign({ challenge, rpId }: PasskeyRequest, saying: Saying = {}): PasskeyAssertion {
    this.counter = saying.counter ?? this.counter + 1
    const client = this.#client('webauthn.get', challenge, saying)
    const data = this.#data(saying.rpId ?? rpId, saying)
    const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
    return {
      ...this.#named(),
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: createSign('sha256').update(signed).sign(this.#key).toString('base64url'),
        userHandle: saying.userHandle ?? this.#userHandle,
      },
    }
  }

  #named() {
    const id = this.credentialId
    return { id, rawId: id, type: 'public-key' as const, authenticatorAttachment: 'platform' as const }
  }

  #client(type: string, challenge: string, saying: Saying): Buffer {
    return Buffer.from(
      JSON.stringify({
        type,
        challenge: saying.challenge ?? challenge,
        origin: saying.origin ?? this.#origin,
        crossOrigin: false,
      }),
    )
  }

  #data(rpId: string, { verified = true }: Saying, credential?: Buffer): Buffer {
    const flags = 0x01 | (verified ? 0x04 : 0) | (credential === undefined ? 0 : 0x40)
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    const parts = [createHash('sha256').update(rpId).digest(), Buffer.of(flags), counter]
    return Buffer.concat(credential === undefined ? parts : [...parts, credential])
  }
}

/** `null`: a map without entries. */
type Item = number | string | Buffer | null

/** CBOR (RFC 8949) of a map. */
function map(entries: readonly (readonly [Item, Item])[]): Buffer {
  return Buffer.concat([head(5, entries.length), ...entries.flat().map(item)])
}

function item(value: Item): Buffer {
  if (value === null) return map([])
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (typeof value !== 'number') return Buffer.concat([head(2, value.length), value])
  return value < 0 ? head(1, -1 - value) : head(0, value)
}

function head(kind: number, size: number): Buffer {
  const major = kind << 5
  if (size < 24) return Buffer.of(major | size)
  if (size < 256) return Buffer.of(major | 24, size)
  return Buffer.of(major | 25, size >> 8, size & 0xff)
}
