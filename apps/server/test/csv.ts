import type { Endpoint } from '@drivesim/contract'
import type { Client } from './app.ts'

/** The lines of a list's file, as this person gets it. */
export async function csvOf(client: Pick<Client, 'send'>, endpoint: Endpoint, input = {}): Promise<string[]> {
  const { body } = await client.send(endpoint, input)
  return body.replace('\ufeff', '').trim().split('\r\n')
}
