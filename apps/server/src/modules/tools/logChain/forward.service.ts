import type { Services } from '../../../platform/module.ts'
import { addMessages, escapeHtml } from '../../notices/messages/service.ts'
import * as queries from './forward.queries.ts'
import { sealsAfter } from './queries.ts'
import type { Sender } from './senders.provider.ts'

const atOnce = 500
const tellAfterMinutes = 15

/** Sends what is sealed and was not sent, at least once and in its order; what fails is tried again with the next run. */
export async function forwardSealed(services: Services, target: string, send: Sender): Promise<void> {
  const { db, log } = services
  let { seq } = await queries.progressOf(db, target)
  for (;;) {
    const seals = await sealsAfter(db, seq, atOnce)
    const last = seals.at(-1)
    if (last === undefined) return
    try {
      await send(seals)
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error)
      log.warn({ problem, target }, 'the security log could not be forwarded')
      if (await queries.noteFailure(db, target, problem.slice(0, 300), tellAfterMinutes))
        await tell(services, target)
      return
    }
    await queries.noteSent(db, target, last.seq)
    seq = last.seq
    if (seals.length < atOnce) return
  }
}

async function tell({ db, bus }: Services, target: string): Promise<void> {
  const brief = `安全日志已超过 ${tellAfterMinutes} 分钟没有送到 ${target}，请检查对方和网络；恢复后会自动补送`
  const content = `<p>${escapeHtml(brief)}。</p>`
  await db.transaction().execute(async trx => {
    const told = await queries.keepers(trx)
    const text = { kind: 'announcement' as const, title: '安全日志没有送出', brief, content, pushId: null }
    await addMessages(
      { bus },
      trx,
      [text],
      told.map(memberId => ({ memberId, text: 0, event: null })),
    )
    await queries.noteTold(trx, target)
  })
}
