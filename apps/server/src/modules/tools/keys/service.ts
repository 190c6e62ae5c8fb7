import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { DB } from '../../../generated/schema.ts'
import { type DataKey, type DataKeys, dataKeyOf, makeDataKeys } from '../../../platform/keys/dataKeys.ts'
import {
  endTurn,
  holdKeysInUse,
  type KeysInUse,
  keyIds,
  turnTo,
} from '../../../platform/keys/keysInUse.queries.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { type KeyConfig, keepDataKeys, loadSecrets } from '../../../platform/start/secrets.ts'
import { StartError } from '../../../platform/start/startError.ts'
import { allLettersSealedWith, resealLetters } from '../../notices/outbox/rotation.service.ts'
import { allRobotsSealedWith, resealRobots, robotsOpen } from '../../open/robots/sealed.service.ts'
import { allWebhooksSealedWith, resealWebhooks, webhooksOpen } from '../../open/webhooks/secrets.service.ts'
import { allSealedWith, idNumbersOpen, resealIdNumbers } from '../../people/students/rotation.service.ts'
import { allHeldSealedWith, heldOpen, resealHeld } from '../../privacy/erasure/rotation.service.ts'
import { allFactorsSealedWith, factorsOpen, resealFactors } from '../../trust/secondSteps/rotation.service.ts'
import { lockRotation } from './queries.ts'
import {
  allSigningKeysSealedWith,
  renewSigningKey,
  resealSigningKeys,
  signingKeysOpen,
} from './signingKeys.service.ts'

/** What is sealed with the data key besides ID numbers, and few. */
const others = [
  { what: '动态验证码密钥', reseal: resealFactors, isSealedWith: allFactorsSealedWith, opens: factorsOpen },
  {
    what: '签名密钥',
    reseal: resealSigningKeys,
    isSealedWith: allSigningKeysSealedWith,
    opens: signingKeysOpen,
  },
  { what: '留存的身份信息', reseal: resealHeld, isSealedWith: allHeldSealedWith, opens: heldOpen },
  {
    what: '推送地址的签名密钥',
    reseal: resealWebhooks,
    isSealedWith: allWebhooksSealedWith,
    opens: webhooksOpen,
  },
  { what: '群机器人的地址', reseal: resealRobots, isSealedWith: allRobotsSealedWith, opens: robotsOpen },
  // What does not open is given up, and the outbox says so.
  { what: '待发的邮件和短信', reseal: resealLetters, isSealedWith: allLettersSealedWith, opens: undefined },
] as const
const sealed = [{ what: '身份证号', isSealedWith: allSealedWith, opens: idNumbersOpen }, ...others] as const

/** Lines of progress: one for so many rows. */
const sayEvery = 10_000

/**
 * Changes the data key: seals everything with the newest key while servers work, proves it, and gives the old key up.
 * Broken off, it goes on where it was when it is run again. The keys are those of the environment, or a new one is made in
 * the data folder. @param db of one connection, as the owner of the tables @throws StartError
 */
export async function rotateKeys(
  db: Kysely<DB>,
  config: Parameters<typeof loadSecrets>[0],
  say: (line: string) => void,
): Promise<void> {
  if (!(await lockRotation(db))) throw new StartError('另一个 npm run rotate-keys 正在运行，请等它结束')
  const { dataKeys: keys } = loadSecrets(config)
  const inUse = await keysOf(db, keys)
  const next = inUse.previous === null ? nextKey(config, keys, inUse) : inUse.current
  if (next.id !== inUse.current.id) await turnTo(db, keys, next)
  else if (inUse.previous !== null) say('上一次更换没有完成，现在接着做')

  say(`正在用新密钥（${next.id}）重新加密身份证号，服务可以继续运行`)
  await reseal(db, keys, next, say)
  for (const { reseal } of others) await reseal(db, keys, next)
  for (const { what, opens } of sealed) {
    const { count, first } = (await opens?.find(db, onlyKey(next))) ?? { count: 0, first: '' }
    if (count > 0)
      throw new StartError(
        `有 ${count} 个${what}用新密钥打不开，例如 ${first}；旧密钥予以保留，请检查后再执行一次`,
      )
  }
  const isDone = async (trx: Db) => {
    for (const { isSealedWith } of sealed) if (!(await isSealedWith(trx, next))) return false
    return true
  }
  if (!(await endTurn(db, isDone))) {
    const whats = sealed.map(({ what }) => what).join('、')
    throw new StartError(`还有用旧密钥加密的数据（${whats}），旧密钥予以保留，请再执行一次`)
  }
  if (config.dataKey === undefined) keepDataKeys(config.dataDir, [next.bytes])
  say('已核对：全部身份证号都能用新密钥打开')
  say(
    config.dataKey === undefined
      ? '旧密钥已从数据文件夹删除；此前的备份仍要用它们自带的密钥'
      : '可以从环境变量中去掉 DATA_KEY_PREVIOUS；此前的备份仍要用旧密钥，请另外保存它',
  )
}

/**
 * Another key for access tokens now, and not when the newest is 90 days old. Nobody is signed out: what the key before signed is good for
 * 20 minutes more. @returns lines for the operator @throws StartError
 */
export async function rotateSigningKey(
  db: Kysely<DB>,
  config: Parameters<typeof loadSecrets>[0],
): Promise<string> {
  const { dataKeys } = loadSecrets(config)
  await requireKeysInUse(db, dataKeys)
  const minutes = Math.ceil(((await renewSigningKey(db, dataKeys, true)) ?? 0) / 60)
  const from = minutes === 0 ? '现在' : `${minutes} 分钟后`
  return `已生成新的签名密钥，${from}起启用；旧密钥签发的令牌在此后 20 分钟内仍有效，无人需要重新登录`
}

/** @throws StartError where a key in use was not given */
async function keysOf(db: Kysely<DB>, keys: DataKeys): Promise<KeysInUse> {
  requireKnown(keys, await keyIds(db))
  return db.transaction().execute(trx => holdKeysInUse(trx, keys))
}

/**
 * Says before a server begins to work that the keys it was given are not those of its database.
 * @throws StartError
 */
export async function requireKeysInUse(db: Kysely<DB>, keys: DataKeys): Promise<void> {
  requireKnown(keys, await keyIds(db))
}

function requireKnown(keys: DataKeys, ids: Awaited<ReturnType<typeof keyIds>>): void {
  const missing = [ids?.currentId ?? [], ids?.previousId ?? []]
    .flat()
    .filter(id => keys.find(id) === undefined)
  if (missing.length === 0) return
  throw new StartError(
    `数据库里的身份证号是用另一把数据密钥（${missing.join('、')}）加密的，请给出原来的 DATA_KEY，或恢复数据文件夹里的 data.key`,
  )
}

/** What to turn to: a key that was given and is not in use yet, or else a new one in the data folder. */
function nextKey(config: KeyConfig, { newest }: DataKeys, { current }: KeysInUse): DataKey {
  if (newest.id !== current.id) return newest
  if (config.dataKey !== undefined) {
    throw new StartError(
      'DATA_KEY 就是正在使用的密钥。请把它改放到 DATA_KEY_PREVIOUS，在 DATA_KEY 中给出新的（如 openssl rand -hex 32 的输出），重启所有服务后再执行',
    )
  }
  const made = dataKeyOf(randomBytes(32))
  // There before anything is sealed with it: running servers find it there.
  keepDataKeys(config.dataDir, [current.bytes, made.bytes])
  return made
}

async function reseal(db: Kysely<DB>, keys: DataKeys, next: DataKey, say: (line: string) => void) {
  let said = 0
  let total = 0
  await resealIdNumbers(db, keys, next, done => {
    total = done
    if (done - said < sayEvery) return
    said = done
    say(`  已完成 ${done} 个`)
  })
  say(`  共重新加密 ${total} 个`)
}

/** Proves what the new key alone opens. */
const onlyKey = ({ bytes }: DataKey) => makeDataKeys(() => [bytes])
