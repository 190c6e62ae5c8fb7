import { contract } from '@drivesim/contract'
import type { TestApp } from './app.ts'
import { password } from './factories.ts'

/** A further session of somebody, or what the sign-in was refused with. */
export async function signInAgain(app: TestApp, account: string, given = password) {
  const { data, code } = await app.signIn(account, given)
  return {
    code,
    data,
    me: () => app.call(contract.account.me, undefined, { authorization: `Bearer ${data.token}` }),
  }
}
