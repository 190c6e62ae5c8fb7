import type { LogObjectKind } from '@drivesim/contract/tools/operationLog/logObjects'
import { Link, useNavigate } from 'react-router'
import { Can, useCan } from '../ui/Can.tsx'
import type { RowAction } from '../ui/list/types.ts'

const logOf = (kind: LogObjectKind, id: number) => `/system/operationLog?objectType=${kind}&objectId=${id}`

/** 操作日志 of a record as an act behind 更多: none for who may not read the log. */
export function useObjectLog(kind: LogObjectKind, id: number, label = '操作日志'): RowAction[] {
  const navigate = useNavigate()
  return useCan('system') ? [{ label, onAct: () => void navigate(logOf(kind, id)) }] : []
}

/** The same where a record has no 更多. */
export function ObjectLogLink({ kind, id }: { kind: LogObjectKind; id: number }) {
  return (
    <Can code="system">
      <Link className="ui-link-button" to={logOf(kind, id)}>
        操作日志
      </Link>
    </Can>
  )
}
