import pg from 'pg'
import { reportGroup } from '../../../platform/postgres/reportDoor.ts'
import { StartError } from '../../../platform/start/startError.ts'

/** A role that reads the views of schema `report`, and nothing else. */
export interface ReportRole {
  readonly name: string
  /** Ids of the schools that it sees, with their service points; null: everything. */
  readonly schools: readonly number[] | null
}

/**
 * Makes the role, or gives one of these roles another password and other schools; one transaction. For whoever may make
 * roles and grant what the tables' owner may.
 * @param verifier of its password
 */
export function roleStatements({ name, schools }: ReportRole, verifier: string): string {
  const role = pg.escapeIdentifier(name)
  const literal = pg.escapeLiteral(name)
  return `begin;
do $$
begin
  if not exists (select from pg_roles where rolname = '${reportGroup}') then
    create role ${reportGroup} nologin;
  end if;
  if not exists (select from pg_roles where rolname = ${literal}) then
    create role ${role};
  else${refuseOther(literal)}
  end if;${schools === null ? '' : refuseOthers(schools)}
  execute format('grant connect on database %I to ${reportGroup}', current_database());
  execute format('alter default privileges for role %I in schema report grant select on tables to ${reportGroup}',
    (select nspowner::regrole::name from pg_namespace where nspname = 'report'));
end $$;
grant usage on schema report to ${reportGroup};
grant select on all tables in schema report to ${reportGroup};
grant ${reportGroup} to ${role};
alter role ${role} login connection limit 5 password ${pg.escapeLiteral(verifier)};
alter role ${role} set default_transaction_read_only = on;
alter role ${role} set statement_timeout = '60s';
alter role ${role} set idle_in_transaction_session_timeout = '60s';
alter role ${role} set search_path = report;
alter role ${role} set timezone = 'Asia/Shanghai';
delete from public.report_access where role_name = ${literal};
insert into public.report_access (role_name, organ_id) values ${(schools ?? [null])
    .map(school => `(${literal}, ${school})`)
    .join(', ')};
commit;
`
}

/** Whoever is no report role keeps their password, and stays. */
const refuseOther = (literal: string) => `
    if not exists (
      select from pg_auth_members m join pg_roles g on g.oid = m.roleid join pg_roles r on r.oid = m.member
      where g.rolname = '${reportGroup}' and r.rolname = ${literal}
    ) then
      raise exception '% 不是报表角色，请换一个名称', ${literal};
    end if;`

const refuseOthers = (schools: readonly number[]) => `
  if (select count(*) from public.organisation where id in (${schools.join(', ')}) and type = 'school') <> ${schools.length} then
    raise exception '编号 % 中有的不是驾校，请核对', '${schools.join('、')}';
  end if;`

/** Takes the role away, with what it might see. */
export const removalStatements = (name: string) => `begin;
do $$
begin${refuseOther(pg.escapeLiteral(name))}
end $$;
delete from public.report_access where role_name = ${pg.escapeLiteral(name)};
drop role ${pg.escapeIdentifier(name)};
commit;
`

/** Runs the statements; none of them where one fails. @throws StartError with what the database says against it */
export async function runStatements(adminUrl: string, statements: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query(statements)
  } catch (error) {
    if (error instanceof pg.DatabaseError) throw new StartError(`数据库没有改动：${error.message}`)
    throw error
  } finally {
    await client.end()
  }
}
