import type { BankTemplate, bankTemplateForm } from '@drivesim/contract'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { JsonObject } from '../../../generated/schema.ts'
import type { Db } from '../../../platform/postgres/db.ts'

type Form = z.output<typeof bankTemplateForm>

/** Of the whole platform: there is no scope. */
const templates = (db: Db) =>
  db
    .selectFrom('bank_template')
    .select([
      'id as templateId',
      'name as templateName',
      'version',
      sql<Omit<Form, 'templateName'>>`format`.as('format'),
    ])
const shown = ({
  format,
  ...row
}: Awaited<ReturnType<ReturnType<typeof templates>['executeTakeFirstOrThrow']>>): BankTemplate => ({
  ...row,
  ...format,
})

export async function listTemplates(db: Db): Promise<BankTemplate[]> {
  return (await templates(db).orderBy('name').execute()).map(shown)
}

export async function findTemplate(db: Db, id: number): Promise<BankTemplate | undefined> {
  const row = await templates(db).where('id', '=', id).executeTakeFirst()
  return row && shown(row)
}

export const lockTemplate = (db: Db, id: number) =>
  db.selectFrom('bank_template').select(['id', 'version']).where('id', '=', id).forUpdate().executeTakeFirst()

const columnsOf = ({ templateName, ...format }: Form) => ({
  name: templateName,
  format: sql<JsonObject>`${JSON.stringify(format)}::jsonb`,
})

/** @returns undefined where the name is taken */
export const insertTemplate = (db: Db, form: Form) =>
  db
    .insertInto('bank_template')
    .values(columnsOf(form))
    .onConflict(conflict => conflict.column('name').doNothing())
    .returning('id')
    .executeTakeFirst()

export const nameTaken = (db: Db, name: string, except: number) =>
  db
    .selectFrom('bank_template')
    .select('id')
    .where('name', '=', name)
    .where('id', '<>', except)
    .executeTakeFirst()

export async function updateTemplate(db: Db, id: number, form: Form): Promise<void> {
  await db.updateTable('bank_template').set(columnsOf(form)).where('id', '=', id).execute()
}

export async function deleteTemplate(db: Db, id: number): Promise<void> {
  await db.deleteFrom('bank_template').where('id', '=', id).execute()
}
