import {
  closeReasons,
  pauseReasons,
  planNameOf,
  type WorkOrderFault,
  type WorkOrderInfo,
  type WorkOrderPart,
  workOrderPriorities,
  workOrderSources,
  workOrderStates,
} from '@drivesim/contract/operations/workOrders/workOrderShapes'
import { Link } from 'react-router'
import { DeviceLink } from '../../../parts/DeviceLink.tsx'
import { deviceWords } from '../../../parts/deviceWords.ts'
import { DateTime } from '../../../ui/DateTime.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { money, number } from '../../../ui/format.ts'
import { RecordTable } from '../../../ui/list/RecordTable.tsx'
import type { Column } from '../../../ui/list/types.ts'
import { Panel } from '../../../ui/PageHead.tsx'
import { Picture } from '../../../ui/picture/Picture.tsx'
import { answerWords } from './answers.ts'
import { CheckSummary } from './CheckSummary.tsx'
import styles from './detail.module.css'
import { workOrderPath } from './paths.ts'
import { ResultTag } from './tags.tsx'

interface Props {
  order: WorkOrderInfo
}

/** Where, what, and what was said about it. */
export function BasePanel({ order }: Props) {
  const { simulatorId, simulatorName, contact, contactPhone } = order
  const plan = planNameOf(order)
  return (
    <Panel title="基础信息">
      <Facts
        items={[
          [
            '设备',
            simulatorId === null ? (
              '整间教室'
            ) : (
              <DeviceLink key="device" simulatorId={simulatorId} name={simulatorName ?? ''} />
            ),
          ],
          ['车牌号', order.carNum],
          ['设备编号', order.simulatorNum],
          ...(plan === null
            ? [['部件', order.componentName] as const, ['故障类型', order.faultTypeName] as const]
            : [['计划', plan] as const]),
          ['优先级', workOrderPriorities[order.priority]],
          ['来源', workOrderSources[order.source]],
          ['上报次数', number(order.occurrences)],
          ['发生时间', <DateTime key="occurred" at={order.occurredAt} />],
          ['教室开放时间', `${order.opensAt.slice(0, 5)} – ${order.closesAt.slice(0, 5)}`],
          ['地址', order.organAddress],
          [
            '联系人',
            contactPhone === null ? (
              contact
            ) : (
              <>
                {contact} <a href={`tel:${contactPhone}`}>{contactPhone}</a>
              </>
            ),
          ],
          ['预约日期', order.plannedOn],
          ['到场时间', <DateTime key="arrived" at={order.arrivedAt} missing="未到场" />],
          ...(order.pauseReason === null
            ? []
            : [
                ['挂起原因', pauseReasons[order.pauseReason]] as const,
                ['恢复时间', <DateTime key="resume" at={order.resumeBy} />] as const,
              ]),
        ]}
      />
      {plan === null && (
        <>
          <h3 className={styles.sub}>故障描述</h3>
          <p className={styles.text}>{order.description || '没有描述'}</p>
        </>
      )}
    </Panel>
  )
}

const faultColumns: readonly Column<WorkOrderFault>[] = [
  { key: 'raisedAt', title: '发生时间', render: row => <DateTime at={row.raisedAt} /> },
  {
    key: 'simulatorName',
    title: '设备',
    clip: 220,
    render: row => <DeviceLink simulatorId={row.simulatorId} name={deviceWords(row)} />,
  },
  { key: 'code', title: '故障代码', render: row => <span className="ui-digits">{row.code}</span> },
  { key: 'text', title: '故障内容', clip: 320, render: row => row.text },
  {
    key: 'clearedAt',
    title: '恢复时间',
    render: row =>
      row.closedBy === null ? (
        <DateTime at={row.clearedAt} missing="尚未恢复" />
      ) : (
        <>
          <DateTime at={row.clearedAt} /> 人工消除（{row.closedBy}）
        </>
      ),
  },
]

/** What the devices reported. */
export function FaultsPanel({ order }: Props) {
  if (order.faults.length === 0) return null
  return (
    <Panel title="上报的故障">
      <RecordTable
        title="上报的故障"
        rows={order.faults}
        rowKey={row => row.faultId}
        columns={faultColumns}
        empty=""
      />
    </Panel>
  )
}

/** The devices of a room's or a planned order, each with what was found. */
export function ChecksPanel({ order }: Props) {
  const { devices, checklist } = order
  if (devices.length === 0) return null
  return (
    <Panel title={checklist === null ? '涉及的设备' : '检查清单'}>
      <CheckSummary order={order} />
      <ul className={styles.devices}>
        {devices.map(({ simulatorId, simulatorName, simulatorNum, carNum, result, answers }) => (
          <li key={simulatorId}>
            <span className={styles.deviceHead}>
              <strong>
                <DeviceLink simulatorId={simulatorId} name={deviceWords({ carNum, simulatorName })} />
              </strong>
              <span className="ui-quiet">{simulatorNum}</span>
              {checklist !== null && <ResultTag result={result} />}
            </span>
            {checklist !== null && answers.length > 0 && (
              <dl className={styles.answers}>
                {checklist.map(item => {
                  const answer = answers.find(({ key }) => key === item.key)
                  return (
                    <div key={item.key}>
                      <dt>{item.text}</dt>
                      <dd>
                        {answer?.picture ? (
                          <a href={answer.picture} target="_blank" rel="noopener noreferrer">
                            <Picture src={answer.picture} alt={`${item.text}的照片`} height={64} />
                          </a>
                        ) : (
                          answerWords(item, answer)
                        )}
                      </dd>
                    </div>
                  )
                })}
              </dl>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const partColumns: readonly Column<WorkOrderPart>[] = [
  {
    key: 'name',
    title: '配件',
    render: row => (
      <span className={row.voided ? styles.voided : undefined}>
        {row.name} {row.model}
      </span>
    ),
  },
  { key: 'quantity', title: '数量', numeric: true, render: row => number(row.quantity) },
  { key: 'price', title: '单价', numeric: true, render: row => money(row.price) },
  {
    key: 'sum',
    title: '金额',
    numeric: true,
    render: row => (row.voided ? '已作废' : money(row.price * row.quantity)),
  },
  { key: 'oldSn', title: '旧件序列号', render: row => row.oldSn },
  { key: 'newSn', title: '新件序列号', render: row => row.newSn },
]

/** 配件费用. */
export function CostPanel({ order }: Props) {
  const { parts, partsFee, serviceFee } = order
  if (parts.length === 0 && serviceFee === 0) return null
  return (
    <Panel title="配件与费用">
      <RecordTable
        title="配件"
        rows={parts}
        rowKey={row => row.partId}
        columns={partColumns}
        empty="没有更换配件。"
      />
      <p className={styles.sum}>
        配件 {money(partsFee)} + 服务费 {money(serviceFee)} = {money(partsFee + serviceFee)}
      </p>
    </Panel>
  )
}

/** What came of it, and who agreed. */
export function OutcomePanel({ order }: Props) {
  const { state, dealResultName, dealNote, signature, closeReason, submittedAt, finishedAt, approveBy } =
    order
  if (state === 'closed') {
    return (
      <Panel title="关闭">
        <Facts
          items={[
            ['关闭原因', closeReason && closeReasons[closeReason]],
            ['关闭时间', <DateTime key="at" at={finishedAt} />],
            [
              '合并到',
              order.mergedInto && <Link to={workOrderPath(order.mergedInto)}>{order.mergedInto.no}</Link>,
            ],
          ]}
        />
      </Panel>
    )
  }
  if (submittedAt === null) return null
  return (
    <Panel title="处理结果">
      <Facts
        items={[
          ['处理结果', dealResultName],
          ['提交时间', <DateTime key="submitted" at={submittedAt} />],
          ['结束时间', <DateTime key="finished" at={finishedAt} missing="待验收" />],
          ...(approveBy === null ? [] : [['自动验收', <DateTime key="auto" at={approveBy} />] as const]),
          ['签字人', signature && `${signature.name} ${signature.phone ?? ''}`],
        ]}
      />
      {dealNote !== null && <p className={styles.text}>{dealNote}</p>}
      {signature !== null && (
        <Picture
          className={styles.signature}
          src={signature.url}
          alt={`${signature.name} 的签字`}
          height={96}
        />
      )}
    </Panel>
  )
}

/** The order that this one repeats, and the orders that followed from it. */
export function RelatedPanel({ order: { parent, children } }: Props) {
  if (parent === null && children.length === 0) return null
  const link = (related: NonNullable<typeof parent>) => (
    <Link key={related.orderId} to={workOrderPath(related)}>
      {related.no}（{workOrderStates[related.state]}）
    </Link>
  )
  return (
    <Panel title="关联工单">
      <Facts
        items={[
          ...(parent === null ? [] : [['来自', link(parent)] as const]),
          ...(children.length === 0
            ? []
            : [
                [
                  '后续',
                  <span key="after" className={styles.links}>
                    {children.map(link)}
                  </span>,
                ] as const,
              ]),
        ]}
      />
    </Panel>
  )
}
