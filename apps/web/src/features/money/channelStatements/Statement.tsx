import {
  type ChannelLine,
  type ChannelStatement,
  channelLineList,
  lineActs,
  lineOutcomes,
} from '@drivesim/contract/money/channelStatements/channelStatementShapes'
import { channelStatements, lineStages } from '@drivesim/contract/money/channelStatements/channelStatements'
import { payChannels } from '@drivesim/contract/money/channels'
import { App } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { useChange } from '../../../api/query.ts'
import { DateTime } from '../../../ui/DateTime.tsx'
import { money, number } from '../../../ui/format.ts'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import type { Filter, RowAction } from '../../../ui/list/types.ts'
import { optionsOf } from '../../../ui/options.ts'
import { ResolveForm, type Resolving } from './ResolveForm.tsx'
import { channelStatementReads } from './reads.ts'
import styles from './statements.module.css'
import { OutcomeTag, ResolutionTag } from './tags.tsx'

const columns = columnsOf(channelLineList, {
  no: ({ no, kind, orderId }, shown) =>
    orderId === null || kind !== 'payment' ? (
      shown
    ) : (
      <Link className="ui-digits" to={`/orderManage/rechargeOrder?paramValue=${encodeURIComponent(no)}`}>
        {no}
      </Link>
    ),
  outcome: row => <OutcomeTag {...row} />,
  amount: (row, shown) => (row.kind === 'unreadable' ? null : shown),
  resolution: row => <ResolutionTag {...row} />,
  fee: row => money(Math.round(row.fee / 1000)),
})

const filters: Filter<'outcome' | 'stage' | 'paramValue'>[] = [
  { name: 'outcome', label: '结果', kind: 'select', options: optionsOf(lineOutcomes) },
  { name: 'stage', label: '处理', kind: 'select', options: optionsOf(lineStages) },
  { name: 'paramValue', label: '单号', kind: 'text', hint: '完整的订单号、退款单号或渠道单号' },
]

/** A channel's day: what it adds up to, and its lines with what is to be done about them. */
export function Statement({ statement, edits }: { statement: ChannelStatement; edits: boolean }) {
  const { statementId, channel, day, merchant, version, createdBy, createdAt, simulated } = statement
  const { outcomes, unresolved, suspended } = statement
  const [resolving, setResolving] = useState<Resolving | null>(null)
  const { message } = App.useApp()
  const ask = useChange(channelStatements.ask, { invalidates: channelStatementReads })

  const actions = (line: ChannelLine): RowAction[] => [
    ...(line.askable
      ? [
          {
            label: '查询渠道',
            onAct: () =>
              ask.mutate(
                { lineId: line.lineId },
                { onSuccess: () => void message.success('渠道确认有这一笔') },
              ),
          },
        ]
      : []),
    ...line.acts.map(act => ({ label: lineActs[act], onAct: () => setResolving({ line, act }) })),
  ]
  const facts: readonly (readonly [string, string])[] = [
    ['支付', money(statement.paid)],
    ['退款', money(statement.refunded)],
    ['手续费', money(statement.fee)],
    ...(statement.discounts === 0 ? [] : [['商家优惠', money(statement.discounts)] as const]),
    ['相符', `${number(outcomes.matched)} 笔`],
    ['金额不符', `${number(outcomes.amountDiffers)} 笔`],
    ['仅本地', `${number(outcomes.localOnly)} 笔`],
    ['仅渠道', `${number(outcomes.channelOnly)} 笔`],
  ]
  return (
    <section className={`ui-panel ${styles.card}`} aria-label={`${payChannels[channel]} ${day}`}>
      <div className={styles.head}>
        <h2 className={styles.title}>
          {payChannels[channel]} {day}
        </h2>
        <span className={unresolved > 0 ? styles.waits : styles.settled}>
          {unresolved > 0 ? `${number(unresolved)} 笔待处理` : '已平'}
          {suspended > 0 && `，挂账 ${number(suspended)} 笔待认领`}
        </span>
        <span className="ui-quiet">
          商户 {merchant}
          {version > 1 && ` · 第 ${version} 版`}
          {simulated && ' · 模拟'} · {createdBy} <DateTime at={createdAt} /> 导入
        </span>
      </div>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <ListPage
        name="channelLines"
        title={`${payChannels[channel]}账单明细 ${day}`}
        embedded="line"
        endpoint={channelStatements.lines}
        exportEndpoint={channelStatements.lineExport}
        fixed={{ statementId }}
        rowKey={row => row.lineId}
        columns={columns}
        filters={filters}
        {...(edits && { actions })}
        empty={{ title: '账单里没有明细', hint: '导入其他日期的账单' }}
      />
      {resolving && <ResolveForm {...resolving} onClosed={() => setResolving(null)} />}
    </section>
  )
}
