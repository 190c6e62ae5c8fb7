import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreation,
  PasskeyRequest,
} from '@drivesim/contract/trust/passkeys'
import { CallError } from './callError.ts'

/** Whether this browser, on a page as this was loaded, can be asked for passkeys. */
export const canUsePasskeys = (): boolean => window.isSecureContext && 'PublicKeyCredential' in window

/** Loaded when somebody first uses a passkey. */
const library = () => import('@simplewebauthn/browser')

/**
 * Has the browser prove that a passkey is held: it asks its person by itself.
 * @throws CallError with what to do; silent where the person called it off
 */
export async function signWithPasskey(request: PasskeyRequest): Promise<PasskeyAssertion> {
  const { startAuthentication } = await library()
  const { clientExtensionResults, ...assertion } = await asked(
    startAuthentication({ optionsJSON: request }),
    '这台设备没有给出通行密钥，请换一种方式',
  )
  return assertion
}

/** Has the browser make a passkey. @throws CallError as {@link signWithPasskey} */
export async function makePasskey(creation: PasskeyCreation): Promise<PasskeyAttestation> {
  const { startRegistration } = await library()
  const { clientExtensionResults, response, ...named } = await asked(
    startRegistration({ optionsJSON: creation }),
    '没有建立通行密钥，请重试，或使用动态验证码',
  )
  const { clientDataJSON, attestationObject, transports } = response
  return { ...named, response: { clientDataJSON, attestationObject, transports: known(transports) } }
}

async function asked<T>(answer: Promise<T>, failed: string): Promise<T> {
  try {
    return await answer
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    if (name === 'InvalidStateError') throw new CallError('这台设备已经有您的通行密钥，不用再添加')
    console.warn('passkey', error)
    throw new CallError(failed)
  }
}

const transportNames = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
type Transport = (typeof transportNames)[number]

/** Those that the server knows. */
const known = (transports: readonly string[] = []): Transport[] =>
  transportNames.filter(name => transports.includes(name))
