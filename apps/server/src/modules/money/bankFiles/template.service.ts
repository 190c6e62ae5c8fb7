import { type BankTemplate, type bankTemplates, errors, type ParsedOf, refuse } from '@drivesim/contract'
import type { SignedInCall } from '../../../platform/http/call.ts'
import { record } from '../../../platform/http/record.ts'
import { requireKeeper } from '../bills/service.ts'
import * as queries from './template.queries.ts'

const template = record({
  what: '银行模板',
  lock: (db, _scope, id) => queries.lockTemplate(db, id),
  latest: (db, _scope, id) => queries.findTemplate(db, id),
})

/** @throws Refusal platformOnly */
export function templates({ db, scope }: Pick<SignedInCall, 'db' | 'scope'>): Promise<BankTemplate[]> {
  requireKeeper(scope)
  return queries.listTemplates(db)
}

/** @throws Refusal platformOnly, nameTaken */
export async function addTemplate({ db, scope }: SignedInCall, form: ParsedOf<typeof bankTemplates.add>) {
  requireKeeper(scope)
  const added = await queries.insertTemplate(db, form)
  if (added === undefined) throw refuse(errors.nameTaken, form.templateName)
  return { templateId: added.id }
}

/** @throws Refusal platformOnly, notFound, staleVersion, nameTaken */
export async function modifyTemplate(
  call: SignedInCall,
  { templateId, version, ...form }: ParsedOf<typeof bankTemplates.modify>,
): Promise<true> {
  requireKeeper(call.scope)
  await template.take(call, templateId, { version })
  if (await queries.nameTaken(call.db, form.templateName, templateId))
    throw refuse(errors.nameTaken, form.templateName)
  await queries.updateTemplate(call.db, templateId, form)
  return true
}

/** Files that were made by it stay as they are. @throws Refusal platformOnly, notFound */
export async function removeTemplate(call: SignedInCall, templateId: number): Promise<true> {
  requireKeeper(call.scope)
  await template.take(call, templateId)
  await queries.deleteTemplate(call.db, templateId)
  return true
}
