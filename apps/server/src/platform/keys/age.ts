import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { StartError } from '../start/startError.ts'

/** A step of a pipeline that takes bytes and gives others, however many there are. */
export type Through = (chunks: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array>

/**
 * Encrypts for some recipients, in the format of age (https://age-encryption.org/v1): any of their identities opens it. Who wrote it is
 * not said. @param recipients `age1…`, one at least @throws StartError where one of them is none
 */
export function sealingFor(recipients: readonly string[]): Through {
  const encrypter = new Encrypter()
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient)
    } catch {
      throw new StartError(`BACKUP_RECIPIENTS 里的 ${recipient} 不是 age 公钥，请检查有没有抄错`)
    }
  }
  return async function* (chunks) {
    yield* await encrypter.encrypt(ReadableStream.from(chunks))
  }
}

/** Decrypts what was sealed for one of the identities. @throws Error while it is read, where it is not for them, or was changed or cut off */
export function openingWith(identities: readonly string[]): Through {
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  return async function* (chunks) {
    yield* await decrypter.decrypt(ReadableStream.from(chunks))
  }
}

const ofOthers = 0o077

/** The identities of a file, as `age-keygen` and `npm run seal` write it: one a line, `#` before comments. @throws StartError */
export function readIdentities(path: string): string[] {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new StartError(`读不了私钥文件 ${path}（${error}），请检查路径`)
  }
  if ((statSync(path).mode & ofOthers) !== 0)
    throw new StartError(`私钥文件 ${path} 权限过宽，其他用户也能读，请执行 chmod 600 ${path}`)
  const identities = text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '' && !line.startsWith('#'))
  if (identities.length === 0 || !identities.every(isIdentity))
    throw new StartError(`${path} 不是 age 的私钥文件，应有以 AGE-SECRET-KEY-1 开头的一行`)
  return identities
}

function isIdentity(text: string): boolean {
  try {
    new Decrypter().addIdentity(text)
    return text.startsWith('AGE-SECRET-KEY-')
  } catch {
    return false
  }
}

/** Leaves a new identity in a new file, for its owner's eyes. @returns its recipient @throws StartError where the file is there */
export async function makeIdentity(path: string): Promise<string> {
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  try {
    writeFileSync(path, `# public key: ${recipient}\n${identity}\n`, { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    throw new StartError(`写不了 ${path}（${error}），请给出一个新的文件`)
  }
  return recipient
}
