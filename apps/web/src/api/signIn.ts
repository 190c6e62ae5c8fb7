import { call } from './call.ts'
import { beginSession, tokenCalls } from './session.ts'

/** Signs in and keeps the tokens; the guard leads on. A refusal is thrown for the form to show. */
export async function signIn(username: string, password: string): Promise<void> {
  const { session } = await tokenCalls()
  beginSession(await call(session.token, { grant_type: 'password', username, password }, { quiet: true }))
}
