import { PlusOutlined } from '@ant-design/icons'
import {
  contractList,
  contractModes,
  contractStates,
} from '@drivesim/contract/money/contracts/contractShapes'
import { accountGaps, contracts, renewals } from '@drivesim/contract/money/contracts/contracts'
import { schoolFilter } from '../../../parts/schoolFilter.ts'
import { DaySpan } from '../../../ui/DateTime.tsx'
import { FormButton } from '../../../ui/FormButton.tsx'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import type { Filter } from '../../../ui/list/types.ts'
import { OpenButton } from '../../../ui/OpenButton.tsx'
import { optionsOf } from '../../../ui/options.ts'
import { useAddressId } from '../../../ui/useAddressParam.ts'
import { termsOf } from './contractWords.ts'
import { ContractTags } from './tags.tsx'
import { useContractActions } from './useContractActions.tsx'

const columns = (show: (contractId: number) => void) =>
  columnsOf(contractList, {
    no: (row, shown) => <OpenButton onOpen={() => show(row.contractId)}>{shown}</OpenButton>,
    state: row => <ContractTags {...row} />,
    terms: row => <span className="ui-digits">{termsOf(row)}</span>,
    startsOn: row => <DaySpan from={row.startsOn} until={row.endsOn} />,
    billingDay: row => `每月 ${row.billingDay} 日`,
  })

const ofState: Filter<'mode' | 'state' | 'renewal' | 'account'>[] = [
  { name: 'state', label: '状态', kind: 'select', options: optionsOf(contractStates) },
  { name: 'renewal', label: '续签', kind: 'select', options: optionsOf(renewals) },
  { name: 'mode', label: '合作方式', kind: 'select', options: optionsOf(contractModes), more: true },
  { name: 'account', label: '账户信息', kind: 'select', options: optionsOf(accountGaps), more: true },
]
const filters: Filter<'paramValue' | 'schoolId' | 'mode' | 'state' | 'renewal' | 'account'>[] = [
  { name: 'paramValue', label: '合同', kind: 'text', hint: '编号或驾校名称的一部分' },
  schoolFilter,
  ...ofState,
]

/** The contracts of the scope; or of one school, where they stand on its page. */
export default function ContractList({ schoolId }: { schoolId?: number }) {
  const { of, add, show, reason, mayEdit, dialogs } = useContractActions()
  useAddressId('contractId', show)
  const shown = columns(show)
  return (
    <>
      <ListPage
        name="contracts"
        title="合同列表"
        endpoint={contracts.list}
        exportEndpoint={contracts.export}
        rowKey={row => row.contractId}
        {...(schoolId === undefined
          ? { columns: shown, filters }
          : {
              columns: shown.filter(({ key }) => key !== 'schoolName'),
              filters: ofState,
              fixed: { schoolId },
              embedded: 'contracts',
            })}
        {...(mayEdit && { actions: of })}
        toolbar={
          mayEdit && (
            <FormButton
              type="primary"
              icon={<PlusOutlined />}
              act={reason === undefined ? null : 'add'}
              reason={reason}
              onPress={() => add(schoolId)}
            >
              新增合同
            </FormButton>
          )
        }
        empty={{ title: '还没有合同', hint: '点击“新增合同”，登记与驾校签订的分成或租金合同' }}
      />
      {dialogs}
    </>
  )
}
