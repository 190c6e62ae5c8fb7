import { PrinterOutlined } from '@ant-design/icons'
import {
  planNameOf,
  type WorkOrderInfo,
  workOrderPriorities,
  workOrderSources,
  workOrderStates,
} from '@drivesim/contract/operations/workOrders/workOrderShapes'
import { Button } from 'antd'
import { useState } from 'react'
import { serverNow } from '../../../api/serverClock.ts'
import { dateTime, money, number } from '../../../ui/format.ts'
import { PrintDialog } from '../../../ui/PrintDialog.tsx'
import paper from '../../../ui/paper.module.css'
import { subjectOf } from './columns.tsx'
import styles from './detail.module.css'

/** 打印工单: what was done and at what cost, for the school to sign and keep. */
export function PrintWorkOrder({ order }: { order: WorkOrderInfo }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon={<PrinterOutlined />} onClick={() => setOpen(true)}>
        打印
      </Button>
      {open && (
        <PrintDialog
          title={`维修工单 ${order.no}`}
          className="work-order-print"
          numbered
          onClosed={() => setOpen(false)}
        >
          <Sheet order={order} />
        </PrintDialog>
      )}
    </>
  )
}

const time = (at: string | null) => (at === null ? '' : dateTime(at))

function Sheet({ order }: { order: WorkOrderInfo }) {
  const { signature, parts, partsFee, serviceFee } = order
  const plan = planNameOf(order)
  const rows: readonly (readonly [string, string, string, string])[] = [
    ['驾校', order.organName, '教室', order.roomName],
    ['设备', subjectOf(order), '设备编号', order.simulatorNum ?? ''],
    plan === null
      ? ['部件', order.componentName, '故障类型', order.faultTypeName]
      : ['计划', plan, '预约日期', order.plannedOn ?? ''],
    ['来源', workOrderSources[order.source], '优先级', workOrderPriorities[order.priority]],
    ['报修时间', time(order.openedAt), '接单时间', time(order.acceptedAt)],
    ['到场时间', time(order.arrivedAt), '完工时间', time(order.submittedAt)],
    ['处理人', order.assigneeName ?? '', '处理结果', order.dealResultName ?? ''],
  ]
  const used = parts.filter(({ voided }) => !voided)
  return (
    <article className={paper.sheet}>
      <header>
        <h1>设备维修工单</h1>
        <p>
          工单编号 {order.no}　状态 {workOrderStates[order.state]}
        </p>
      </header>
      <table>
        <tbody>
          {rows.map(([label, value, label2, value2]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{value}</td>
              <th scope="row">{label2}</th>
              <td>{value2}</td>
            </tr>
          ))}
          {plan === null && (
            <tr>
              <th scope="row">故障描述</th>
              <td colSpan={3}>{order.description}</td>
            </tr>
          )}
          <tr>
            <th scope="row">处理说明</th>
            <td colSpan={3}>{order.dealNote}</td>
          </tr>
        </tbody>
      </table>
      <h2>配件与费用</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">配件</th>
            <th scope="col">新件序列号</th>
            <th scope="col" className={paper.number}>
              数量
            </th>
            <th scope="col" className={paper.number}>
              单价
            </th>
            <th scope="col" className={paper.number}>
              金额
            </th>
          </tr>
        </thead>
        <tbody>
          {used.map(({ partId, name, model, newSn, quantity, price }) => (
            <tr key={partId}>
              <td>
                {name} {model}
              </td>
              <td>{newSn}</td>
              <td className={paper.number}>{number(quantity)}</td>
              <td className={paper.number}>{money(price)}</td>
              <td className={paper.number}>{money(price * quantity)}</td>
            </tr>
          ))}
          <tr>
            <td colSpan={4}>服务费</td>
            <td className={paper.number}>{money(serviceFee)}</td>
          </tr>
          <tr>
            <td colSpan={4}>合计</td>
            <td className={paper.number}>{money(partsFee + serviceFee)}</td>
          </tr>
        </tbody>
      </table>
      <div className={paper.signing}>
        <p>维修人员：{order.assigneeName}</p>
        <div>
          驾校签字：
          {signature !== null && (
            <>
              {signature.name}
              <img className={styles.signed} src={signature.url} alt={`${signature.name} 的签字`} />
            </>
          )}
        </div>
      </div>
      <p className={paper.small}>打印时间 {dateTime(serverNow())}</p>
    </article>
  )
}
