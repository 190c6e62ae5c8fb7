import type { DataKey, DataKeys } from '../../../platform/keys/dataKeys.ts'
import { holdKeysInUse } from '../../../platform/keys/keysInUse.queries.ts'
import { headerOf, openSealed, sealerOf } from '../../../platform/keys/sealing.ts'
import type { KeyedCheck } from '../../../platform/parts.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import * as queries from './secrets.queries.ts'
import { type SigningSecrets, signingSecrets } from './signing.rules.ts'

const column = 'webhook_endpoint.secrets'

/** Seals an endpoint's secrets, as part of the transaction. */
export async function sealSecrets(
  db: Db,
  keys: DataKeys,
  endpointId: number,
  secrets: SigningSecrets,
): Promise<Buffer> {
  const { current } = await holdKeysInUse(db, keys)
  return sealerOf(current, column)(endpointId, JSON.stringify(secrets))
}

/** @throws Error where they do not open */
export const openSecrets = (
  keys: Pick<DataKeys, 'find'>,
  { id, secrets }: queries.SealedSecrets,
): SigningSecrets => signingSecrets.parse(JSON.parse(openSealed(keys, { column, id }, secrets)))

/** Seals them with the key that they are not sealed with yet. */
export async function resealWebhooks(db: Db, keys: DataKeys, key: DataKey): Promise<void> {
  const seal = sealerOf(key, column)
  for (const kept of await queries.sealedSecrets(db, headerOf(key))) {
    const secrets = openOrNull(keys, kept)
    // Nothing where it does not open: who proves the whole afterwards says so.
    if (secrets !== null) await queries.replaceSecrets(db, kept, seal(kept.id, JSON.stringify(secrets)))
  }
}

export const allWebhooksSealedWith = async (db: Db, key: DataKey): Promise<boolean> =>
  (await queries.sealedSecrets(db, headerOf(key))).length === 0

/** What `npm run check-data` asks of them. */
export const webhooksOpen: KeyedCheck = {
  title: '每个推送地址的签名密钥都能用现有密钥解开',
  async find(db, keys) {
    if (!(await queries.hasEndpoints(db))) return { count: 0, first: '' }
    const wrong = (await queries.sealedSecrets(db)).filter(kept => openOrNull(keys, kept) === null)
    const [first] = wrong
    return {
      count: wrong.length,
      first: first === undefined ? '' : JSON.stringify({ webhook_endpoint_id: first.id }),
    }
  },
}

function openOrNull(keys: DataKeys, kept: queries.SealedSecrets): SigningSecrets | null {
  try {
    return openSecrets(keys, kept)
  } catch {
    return null
  }
}
