import { PlusOutlined, QrcodeOutlined } from '@ant-design/icons'
import { balanceKinds, type StudentBalance } from '@drivesim/contract/money/orders/orderShapes'
import { students } from '@drivesim/contract/people/students/students'
import { useQuery } from '@tanstack/react-query'
import { Button, Space } from 'antd'
import { query } from '../../../api/query.ts'
import { OrderNumber } from '../../../parts/OrderNumber.tsx'
import { Can } from '../../../ui/Can.tsx'
import { DateTime } from '../../../ui/DateTime.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { money, signedMoney } from '../../../ui/format.ts'
import { RecordTable } from '../../../ui/list/RecordTable.tsx'
import type { Column } from '../../../ui/list/types.ts'
import { Panel } from '../../../ui/PageHead.tsx'
import { BlockSkeleton, ErrorState } from '../../../ui/states.tsx'
import styles from './orders.module.css'
import { useLiveOrders } from './useLiveOrders.ts'
import { useRechargeActions } from './useRechargeActions.tsx'

/** 余额: what the student has, and what moved it. */
export default function Balance({ userId }: { userId: number }) {
  useLiveOrders(userId)
  const actions = useRechargeActions()
  const info = useQuery(query(students.info, { userId, queryTypes: ['balance'] }, { quiet: true }))
  const balance = info.data?.balance
  return (
    <Panel
      title="余额"
      extra={
        <Can code="order:edit">
          <Space wrap>
            <Button icon={<QrcodeOutlined />} onClick={() => actions.addByCode({ studentId: userId })}>
              扫码收款
            </Button>
            <Button icon={<PlusOutlined />} onClick={() => actions.add({ studentId: userId })}>
              登记线下充值
            </Button>
          </Space>
        </Can>
      }
    >
      {info.error !== null && <ErrorState error={info.error} onRetry={() => void info.refetch()} />}
      {info.error === null && balance === undefined && <BlockSkeleton height={160} />}
      {balance !== undefined && <Moves balance={balance} />}
      {actions.dialogs}
    </Panel>
  )
}

type Entry = StudentBalance['entries'][number]

const columns: Column<Entry>[] = [
  { key: 'at', title: '时间', render: row => <DateTime at={row.at} /> },
  { key: 'kind', title: '事项', render: row => balanceKinds[row.kind] },
  { key: 'cash', title: '现金', numeric: true, render: row => signedMoney(row.cash) },
  { key: 'bonus', title: '赠送', numeric: true, render: row => signedMoney(row.bonus) },
  { key: 'no', title: '单号', render: row => row.no && <OrderNumber no={row.no} /> },
  { key: 'schoolName', title: '驾校', clip: 200, render: row => row.schoolName },
]

function Moves({ balance: { cash, bonus, entries, elsewhere } }: { balance: StudentBalance }) {
  return (
    <>
      <Facts
        items={[
          ['余额', money(cash + bonus)],
          ['现金', money(cash)],
          ['赠送', money(bonus)],
          ...(elsewhere === null
            ? []
            : [
                [
                  '其他机构发生额',
                  `现金 ${signedMoney(elsewhere.cash)}，赠送 ${signedMoney(elsewhere.bonus)}`,
                ] as const,
              ]),
        ]}
      />
      <div className={styles.entries}>
        <RecordTable
          title="余额明细"
          rows={entries}
          rowKey={row => row.journalId}
          columns={columns}
          empty="还没有发生额，充值后会出现在这里。"
        />
      </div>
    </>
  )
}
