import {
  type ChannelLine,
  type LineAct,
  lineActs,
} from '@drivesim/contract/money/channelStatements/channelStatementShapes'
import { channelStatements } from '@drivesim/contract/money/channelStatements/channelStatements'
import { Input } from 'antd'
import { useChange } from '../../../api/query.ts'
import { StudentPicker } from '../../../parts/StudentPicker.tsx'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { money } from '../../../ui/format.ts'
import { channelStatementReads } from './reads.ts'
import styles from './statements.module.css'

export interface Resolving {
  line: ChannelLine
  act: LineAct
}

/** What an act does, for who is about to do it. */
const consequences: Readonly<Record<LineAct, (line: ChannelLine) => string>> = {
  difference: ({ amount, localAmount }) =>
    `差额 ${money(Math.abs((amount ?? 0) - (localAmount ?? 0)))} 记入渠道挂账，订单不变。`,
  reverse: ({ localAmount, studentName }) =>
    `渠道没有收到这笔钱：从 ${studentName ?? '学员'} 的余额收回 ${money(localAmount ?? 0)} 及其赠送，订单变为已关闭。可先点“查询渠道”确认。`,
  supplement: ({ amount, studentName }) =>
    `渠道已收到钱：订单变为已支付，${money(amount ?? 0)} 计入 ${studentName ?? '学员'} 的余额。`,
  suspend: ({ amount }) => `${money(amount ?? 0)} 不是本系统的订单，先记入渠道挂账，查清后认领到学员或退回。`,
  claim: ({ amount }) => `${money(amount ?? 0)} 从渠道挂账转为学员的充值。`,
  book: ({ kind, amount }) =>
    kind === 'discount'
      ? `${money(amount ?? 0)} 是商家给付款人的优惠，渠道不结算：计入商家优惠，订单不变。`
      : `${money(amount ?? 0)} 是随退款退回的商家优惠，没有从渠道扣走：冲减商家优惠。`,
  note: () => '这一行无法识别，没有计入账目。请按原文在渠道的商户后台核对；它对应的订单可点“查询渠道”确认。',
  giveBack: ({ amount }) =>
    `${money(amount ?? 0)} 已在渠道的商户后台退给付款人。之后账单里的这笔退款会自动相符。`,
}

/** Settles a line that does not agree. */
export function ResolveForm({ line, act, onClosed }: Resolving & { onClosed: () => void }) {
  const resolve = useChange(channelStatements.resolve, { invalidates: channelStatementReads, quiet: true })
  return (
    <DrawerForm
      title={`${lineActs[act]} ${line.no}`}
      submitText={lineActs[act]}
      schema={channelStatements.resolve.input}
      initial={{ lineId: line.lineId, act }}
      loading={resolve.isPending}
      submitError={resolve.error}
      onSubmit={values => resolve.mutateAsync(values)}
      onClosed={onClosed}
    >
      <p className={styles.consequence}>{consequences[act](line)}</p>
      {line.raw !== null && <pre className={styles.raw}>{line.raw}</pre>}
      {act === 'claim' && (
        <Field name="studentId" required>
          <StudentPicker />
        </Field>
      )}
      <Field name="reason" required={act === 'note'} help="写入操作日志和明细，供以后核对">
        <Input.TextArea rows={3} maxLength={200} />
      </Field>
    </DrawerForm>
  )
}
