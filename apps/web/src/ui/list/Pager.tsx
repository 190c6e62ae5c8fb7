import { DownOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons'
import { App } from 'antd'
import { number } from '../format.ts'
import { Button } from '../speed/Button.tsx'
import { pageSizes } from './listUrl.ts'
import { PageJump } from './PageJump.tsx'
import type { Sums } from './types.ts'
import './pager.css'

interface Props {
  total: number
  /** Of all rows, not of this page alone. */
  sums?: Sums
  totalPages: number
  pageNum: number
  pageSize: number
  hasPrevious: boolean
  hasNext: boolean
  onTurn: (pageNum: number) => void
  /** Without it the page's size is settled. */
  onSize?: (pageSize: number) => void
}

/**
 * Total, page size, 上一页, 下一页 and a page by its number. At the ends the buttons are marked disabled but stay reachable,
 * and say why nothing happens (spec §5).
 */
export function Pager(props: Props) {
  const { total, sums = [], totalPages, pageNum, pageSize, hasPrevious, hasNext, onTurn, onSize } = props
  const { message } = App.useApp()
  const sizes = [...new Set<number>([...pageSizes, pageSize])].sort((a, b) => a - b)
  const previous = () => (hasPrevious ? onTurn(pageNum - 1) : message.info('已经是第一页啦!'))
  const next = () => (hasNext ? onTurn(pageNum + 1) : message.info('已经是最后一页啦!'))
  return (
    <nav className="ui-pager" aria-label="分页">
      <div className="ui-pager-total ui-digits">
        <span className="ui-quiet" aria-live="polite">
          共 {number(total)} 条
        </span>
        {sums.length > 0 && (
          <dl className="ui-sums" aria-label="合计">
            {sums.map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      <div className="ui-pager-turn">
        {onSize !== undefined && (
          <span className="ui-pager-size ui-wide-only">
            <select
              aria-label="每页条数"
              value={pageSize}
              onChange={event => onSize(Number(event.target.value))}
            >
              {sizes.map(size => (
                <option key={size} value={size}>
                  {size} 条/页
                </option>
              ))}
            </select>
            <DownOutlined />
          </span>
        )}
        <Button aria-disabled={!hasPrevious} icon={<LeftOutlined />} onClick={previous}>
          上一页
        </Button>
        <span className="ui-digits">
          第 {number(pageNum + 1)} / {number(Math.max(1, totalPages))} 页
        </span>
        <Button aria-disabled={!hasNext} icon={<RightOutlined />} iconPlacement="end" onClick={next}>
          下一页
        </Button>
        {totalPages > 1 && <PageJump totalPages={totalPages} onTurn={onTurn} />}
      </div>
    </nav>
  )
}
