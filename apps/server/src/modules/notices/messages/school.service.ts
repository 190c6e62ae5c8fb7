import type { AccessCode } from '@drivesim/contract'
import type { Services } from '../../../platform/module.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { membersAt } from './queries.ts'
import { addMessages, escapeHtml } from './service.ts'

interface Word {
  readonly title: string
  /** One sentence, without its full stop; plain text. */
  readonly brief: string
  /** What to do about it; plain text. */
  readonly more: string
  /** Where it is found: a path of ours, and what the link says. */
  readonly link: { readonly to: string; readonly text: string }
}

/** Tells those at a school who hold one of the codes what the platform did for it, as part of the transaction. */
export async function tellSchool(
  services: Pick<Services, 'bus'>,
  db: Db,
  { schoolId, codes }: { schoolId: number; codes: readonly AccessCode[] },
  { title, brief, more, link }: Word,
): Promise<void> {
  const way = `<a href="${escapeHtml(link.to)}">${escapeHtml(link.text)}</a>`
  const content = `<p>${escapeHtml(brief)}。</p><p>${escapeHtml(more)}</p><p>${way}</p>`
  const told = await membersAt(db, schoolId, codes)
  const texts = [{ kind: 'announcement' as const, title, brief, content, pushId: null }]
  await addMessages(
    services,
    db,
    texts,
    told.map(memberId => ({ memberId, text: 0, event: null })),
  )
}
