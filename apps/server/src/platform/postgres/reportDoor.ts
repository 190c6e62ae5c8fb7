import { chownSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PostgresFiles } from './embeddedPostgresFiles.ts'

/** Whose members may read the views of schema `report`, each what `report_access` says. */
export const reportGroup = 'drivesim_report'

/**
 * Settings with which an embedded PostgreSQL takes connections over TCP, on this machine: members of the group with their
 * password, and no other role, whatever is in the cluster's own rules.
 * @param port where; also in the name of the socket
 */
export function openReportDoor(
  { cluster, user }: PostgresFiles,
  { port, database }: { port: number; database: string },
): Record<string, string> {
  const rules = join(cluster, 'report_hba.conf')
  writeFileSync(rules, `local all all trust\nhost ${database} +${reportGroup} 127.0.0.1/32 scram-sha-256\n`, {
    mode: 0o600,
  })
  if (user !== undefined) chownSync(rules, user.uid, user.gid)
  return { listen_addresses: '127.0.0.1', port: String(port), hba_file: rules }
}
