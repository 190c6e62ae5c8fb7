import { CheckCircleOutlined, SyncOutlined } from '@ant-design/icons'
import {
  type StocktakeRow,
  type StocktakeState,
  stocktakeStates,
} from '@drivesim/contract/operations/inspections/inspectionShapes'
import { StateTag } from '../../../ui/StateTag.tsx'

/** Where it is taken. */
export const placeOf = ({ organName, classroomName }: Pick<StocktakeRow, 'organName' | 'classroomName'>) =>
  classroomName === null ? organName : `${organName} · ${classroomName}`

export function StocktakeTag({ state }: { state: StocktakeState }) {
  return state === 'open' ? (
    <StateTag tone="busy" icon={<SyncOutlined aria-hidden />}>
      {stocktakeStates.open}
    </StateTag>
  ) : (
    <StateTag tone="good" icon={<CheckCircleOutlined aria-hidden />}>
      {stocktakeStates.closed}
    </StateTag>
  )
}
