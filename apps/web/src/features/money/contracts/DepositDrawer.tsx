import { businessDayOf } from '@drivesim/contract/businessDay'
import { type ContractRow, contractMachine } from '@drivesim/contract/money/contracts/contractShapes'
import { contracts } from '@drivesim/contract/money/contracts/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query, useChange } from '../../../api/query.ts'
import { serverNow } from '../../../api/serverClock.ts'
import { useSlipQuestion } from '../../../parts/useSlipQuestion.ts'
import { VoucherField } from '../../../parts/Voucher.tsx'
import { ActButton } from '../../../ui/ActButton.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { DayPicker } from '../../../ui/form/DayPicker.tsx'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { YuanInput } from '../../../ui/form/YuanInput.tsx'
import { money } from '../../../ui/format.ts'
import { actionOf } from '../../../ui/list/actionOf.ts'
import { ReadDrawer } from '../../../ui/ReadDrawer.tsx'
import { BlockSkeleton, ErrorState } from '../../../ui/states.tsx'
import styles from './contracts.module.css'
import { DepositEntries } from './DepositEntries.tsx'
import { contractReads } from './reads.ts'

type Act = 'payDeposit' | 'returnDeposit'
const acts: readonly Act[] = ['payDeposit', 'returnDeposit']

/** 押金: what was agreed, what is there, every entry, and a new one. */
export function DepositDrawer({ contractId, onClosed }: { contractId: number; onClosed: () => void }) {
  const [act, begin] = useState<Act | null>(null)
  const detail = useQuery(query(contracts.info, { contractId }, { quiet: true }))
  const contract = detail.data
  return (
    <ReadDrawer title={contract === undefined ? '押金' : `押金 ${contract.no}`} onClosed={onClosed}>
      {detail.error !== null && <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />}
      {detail.error === null && contract === undefined && <BlockSkeleton height={320} />}
      {contract !== undefined && (
        <>
          <Facts
            items={[
              ['驾校', contract.schoolName],
              ['约定押金', money(contract.deposit)],
              ['押金余额', money(contract.depositBalance)],
              ['与约定相比', compared(contract)],
            ]}
          />
          <div className={styles.part}>
            <h3>押金收退</h3>
            <span className={styles.tags}>
              {acts.map(name => {
                const { label, reason } = actionOf(contractMachine, name, contract.state)
                const nothing =
                  name === 'returnDeposit' && contract.depositBalance === 0 ? '没有可退的押金' : null
                return (
                  <ActButton key={name} reason={reason ?? nothing} onClick={() => begin(name)}>
                    {label}
                  </ActButton>
                )
              })}
            </span>
          </div>
          <DepositEntries entries={contract.entries} />
          {act !== null && <DepositForm act={act} contract={contract} onClosed={() => begin(null)} />}
        </>
      )}
    </ReadDrawer>
  )
}

function compared({ deposit, depositBalance }: ContractRow): string {
  if (depositBalance === deposit) return '已收齐'
  return depositBalance < deposit
    ? `还差 ${money(deposit - depositBalance)}`
    : `多收 ${money(depositBalance - deposit)}`
}

interface FormProps {
  act: Act
  contract: ContractRow
  onClosed: () => void
}

/** An entry; what goes back is typed as the sum that it is, and sent as a negative one. */
function DepositForm({ act, contract, onClosed }: FormProps) {
  const add = useChange(contracts.addDeposit, { invalidates: contractReads, quiet: true })
  const ask = useSlipQuestion()
  const { contractId, no, deposit, depositBalance } = contract
  const back = act === 'returnDeposit'
  const { label } = contractMachine.actions[act]
  const missing = Math.max(0, deposit - depositBalance)
  const today = businessDayOf(serverNow())
  return (
    <DrawerForm
      title={`${label} ${no}`}
      submitText={label}
      schema={contracts.addDeposit.input}
      initial={{
        contractId,
        amount: back ? depositBalance : missing || null,
        paidOn: today,
      }}
      loading={add.isPending}
      submitError={add.error}
      asks={
        back
          ? ({ amount }) => ({
              title: `退押金 ${money(amount)} 给${contract.schoolName}？`,
              consequence: `${no} 的押金余额将剩 ${money(depositBalance - amount)}；登记后不能修改，更正须再登记一笔。`,
            })
          : undefined
      }
      onSubmit={entry =>
        ask({ amount: entry.amount, verb: label }, confirmVoucher =>
          add.mutateAsync({ ...entry, confirmVoucher, amount: back ? -entry.amount : entry.amount }),
        )
      }
      onClosed={onClosed}
    >
      <Field
        name="amount"
        help={
          back ? `押金余额 ${money(depositBalance)}` : `约定 ${money(deposit)}，已有 ${money(depositBalance)}`
        }
      >
        <YuanInput moves />
      </Field>
      <Field name="paidOn" help="银行流水上的日期，不能晚于今天">
        <DayPicker range={{ to: today }} />
      </Field>
      <Field name="voucherId" label="凭证" help="银行回单的照片，可以不填；登记后不能修改，更正请再登记一笔">
        <VoucherField what="凭证" />
      </Field>
    </DrawerForm>
  )
}
