import styles from './import.module.css'
import type { RefusedRow } from './studentFile.ts'

const mostShown = 100
/** The keyboard must reach what scrolls; the table itself holds nothing to stop at. */
const scrollable = { role: 'region', 'aria-label': '没有通过的行', tabIndex: 0 } as const

/** The first of the refused rows with their reasons; all of them are in the file. */
export function RefusedRows({ refused }: { refused: readonly RefusedRow[] }) {
  return (
    <>
      <div className={styles.refused} {...scrollable}>
        <table>
          <thead>
            <tr>
              <th scope="col">行号</th>
              <th scope="col">姓名</th>
              <th scope="col">原因</th>
            </tr>
          </thead>
          <tbody>
            {refused.slice(0, mostShown).map(({ line, row, reasons }) => (
              <tr key={line}>
                <td className="ui-digits">{line}</td>
                <td className={styles.name} title={row.userName}>
                  {row.userName || '（空）'}
                </td>
                <td>{reasons.join('；')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {refused.length > mostShown && <p className="ui-quiet">这里显示前 {mostShown} 行，全部请下载查看。</p>}
    </>
  )
}
