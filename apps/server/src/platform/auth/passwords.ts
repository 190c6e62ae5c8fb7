import { hash, verify } from '@node-rs/argon2'
import { type AskerKind, HashingTurns } from './hashingTurns.ts'

// argon2id, 19 MiB, two passes: OWASP's floor, some 25 ms on a small machine.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const turns = new HashingTurns()

export function hashPassword(password: string): Promise<string> {
  return turns.run('known', () => hash(password, cost))
}

let decoy: Promise<string> | undefined

/**
 * Whether the password belongs to the hash. Without a hash (an unknown account) the same work is done and the
 * answer is no, so that the time taken tells nothing.
 * @throws Refusal unavailable where too many strangers wait already
 */
export async function verifyPassword(
  stored: string | undefined,
  password: string,
  asking: AskerKind = 'known',
): Promise<boolean> {
  decoy ??= hashPassword('no account has this password')
  const against = stored ?? (await decoy)
  const matches = await turns.run(asking, () => verify(against, password))
  return stored !== undefined && matches
}
