import { localTime } from '@drivesim/contract/businessDay'
import {
  actorInWords,
  changeKinds,
  type LogDetail,
  operationLog,
} from '@drivesim/contract/tools/operationLog/operationLog'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../api/query.ts'
import { Facts } from '../../../ui/Facts.tsx'
import { ReadDrawer } from '../../../ui/ReadDrawer.tsx'
import { BlockSkeleton, ErrorState } from '../../../ui/states.tsx'
import styles from './OperationDrawer.module.css'

interface Props {
  operationId: number
  onClosed: () => void
}

/** One operation: who, when, from where, and what it changed, row by row. */
export function OperationDrawer({ operationId, onClosed }: Props) {
  const detail = useQuery(query(operationLog.info, { operationId }, { quiet: true }))
  const operation = detail.data
  return (
    <ReadDrawer
      title={operation?.label ?? '操作详情'}
      link={['operationId', operationId]}
      onClosed={onClosed}
    >
      {detail.error !== null && <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />}
      {detail.error === null && operation === undefined && <BlockSkeleton height={240} />}
      {operation !== undefined && (
        <>
          <Facts
            items={[
              ['时间', localTime(operation.at)],
              ['操作人', actorInWords(operation)],
              ['来源地址', operation.address],
              ['浏览器', operation.device],
              ['请求编号', operation.requestId],
            ]}
          />
          {operation.rows.length === 0 && <p className="ui-quiet">这次操作没有改动任何记录。</p>}
          {operation.rows.map(row => (
            <Changes key={`${row.table} ${row.rowId}`} row={row} />
          ))}
        </>
      )}
    </ReadDrawer>
  )
}

type ChangedRow = LogDetail['rows'][number]

/** Fields of one row, before and after. */
function Changes({ row }: { row: ChangedRow }) {
  const label = changeKinds[row.kind]
  const name = row.rowName ?? row.rowId
  return (
    <section className={styles.row} aria-label={`${label}${row.table} ${name}`}>
      <h3>
        <span className={styles.kind} data-kind={row.kind}>
          {label}
        </span>
        {row.table} <span className="ui-quiet ui-digits">{name}</span>
      </h3>
      {row.fields.length === 0 ? (
        <p className="ui-quiet">没有可显示的变化（密码等内容不留存）。</p>
      ) : (
        <Fields row={row} />
      )}
    </section>
  )
}

function Fields({ row: { kind, fields } }: { row: ChangedRow }) {
  return (
    <table className={styles.fields}>
      <thead>
        <tr>
          <th scope="col">项目</th>
          {kind !== 'added' && <th scope="col">{kind === 'removed' ? '原内容' : '修改前'}</th>}
          {kind !== 'removed' && <th scope="col">{kind === 'added' ? '内容' : '修改后'}</th>}
        </tr>
      </thead>
      <tbody>
        {fields.map(field => (
          <tr key={field.name}>
            <th scope="row">{field.name}</th>
            {kind !== 'added' && <td>{field.before === null ? <Nothing /> : <del>{field.before}</del>}</td>}
            {kind !== 'removed' && <td>{field.after === null ? <Nothing /> : <ins>{field.after}</ins>}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Nothing() {
  return <span className="ui-quiet">（空）</span>
}
