import { sql } from 'kysely'
import type { Check } from '../../../platform/parts.ts'

/** Asked of the row as JSON: a database that was restored and not migrated yet may not have the column. */
export const erasedRows: Check = {
  title: '已注销学员没有留下姓名、手机号、身份证号、标签和备注',
  wrong: sql`select s.id as student_id from student s
    where to_jsonb(s) ->> 'erased_at' is not null
      and (s.phone <> '' or s.name_initials <> '' or s.id_number is not null
        or to_jsonb(s) ->> 'note' is not null or coalesce(to_jsonb(s) ->> 'tags', '[]') <> '[]' or s.name <> '已注销学员（' || s.id || '）')`,
}
