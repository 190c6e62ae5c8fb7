import type { Endpoint } from '@drivesim/contract'
import type { Answer, Client, TestApp } from './app.ts'

/** An app that may refuse people's calls, but never fails: a test that looks at no answer would not notice. */
export function soundApp(app: TestApp): TestApp {
  return {
    ...app,
    async signedIn(member) {
      const person = await app.signedIn(member)
      return { ...person, ...soundClient(person) }
    },
  }
}

function soundClient({ call, send }: Client): Client {
  return {
    call: (endpoint, ...input) => call(endpoint, ...input).then(answer => sound(endpoint, answer)),
    send: (endpoint, ...input) => send(endpoint, ...input).then(answer => sound(endpoint, answer)),
  }
}

/** @throws where the server failed: a refusal is HTTP 200 with a negative code */
function sound<Data>({ path }: Endpoint, answer: Answer<Data>): Answer<Data> {
  if (answer.status === 200 && answer.code <= 0) return answer
  throw new Error(`${path} failed: HTTP ${answer.status}, ${answer.code} ${answer.msg}`)
}
