import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'

const rounds = 4096

/** 24 characters that need no quoting in addresses. */
export const newPassword = () => randomBytes(18).toString('base64url')

/** What PostgreSQL keeps of a password (SCRAM-SHA-256, RFC 5803): a statement with it tells nobody the password, no log either. */
export function verifierOf(password: string, salt = randomBytes(16)): string {
  const salted = pbkdf2Sync(password, salt, rounds, 32, 'sha256')
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64')
  const server = keyed('Server Key').toString('base64')
  return `SCRAM-SHA-256$${rounds}:${salt.toString('base64')}$${stored}:${server}`
}
