import type { ContractRow } from '@drivesim/contract/money/contracts/contractShapes'
import { contracts } from '@drivesim/contract/money/contracts/contracts'
import { useChange } from '../../../api/query.ts'
import { DayPicker } from '../../../ui/form/DayPicker.tsx'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { ReasonForm } from '../../../ui/form/ReasonForm.tsx'
import { contractReads } from './reads.ts'

interface Props {
  contract: ContractRow
  onClosed: () => void
}

/** 终止: its last day comes forward; the same day says that it will not be renewed. */
export function TerminateForm({ contract, onClosed }: Props) {
  const { contractId, no, version, startsOn, endsOn } = contract
  const terminate = useChange(contracts.terminate, { invalidates: contractReads, quiet: true })
  return (
    <DrawerForm
      title={`终止合同 ${no}`}
      submitText="终止合同"
      schema={contracts.terminate.input}
      initial={{ contractId, version, endsOn }}
      loading={terminate.isPending}
      submitError={terminate.error}
      onSubmit={values => terminate.mutateAsync(values)}
      onClosed={onClosed}
    >
      <Field
        name="endsOn"
        help={`合同期内的一天（${startsOn} 至 ${endsOn}），当天仍在合同期内；保持 ${endsOn} 表示到期后不再续签。终止后不再提醒续签`}
      >
        <DayPicker range={{ from: startsOn, to: endsOn }} />
      </Field>
    </DrawerForm>
  )
}

/** 作废, for a reason. */
export function VoidForm({ contract: { contractId, no, version, depositBalance }, onClosed }: Props) {
  return (
    <ReasonForm
      endpoint={contracts.void}
      of={{ contractId, version }}
      reads={contractReads}
      title={`作废合同 ${no}`}
      verb="作废合同"
      consequence={`作废后不能恢复，它的日期可以另签合同${depositBalance > 0 ? '；已收的押金仍可退还' : ''}。只用于录入错误或没有签成的合同。`}
      onClosed={onClosed}
    />
  )
}
