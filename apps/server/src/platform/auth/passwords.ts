import { hash, verify } from '@node-rs/argon2'

// argon2id, 19 MiB, two passes: OWASP's floor, some 25 ms on a small machine.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost)
}

let decoy: Promise<string> | undefined

/**
 * Whether the password belongs to the hash. Without a hash (an unknown account) the same work is done and the
 * answer is no, so that the time taken tells nothing.
 */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this password')
  const matches = await verify(stored ?? (await decoy), password)
  return stored !== undefined && matches
}
