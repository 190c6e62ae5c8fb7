import {
  type ContractRow,
  contractStates,
  type SchoolContracts,
} from '@drivesim/contract/money/contracts/contractShapes'
import { Tooltip } from 'antd'
import { number } from '../../../ui/format.ts'
import { termsOf } from './contractWords.ts'
import { toneOf } from './tags.tsx'
import styles from './timeline.module.css'
import { daysOf, gapsOf, marksOf, type Place, placeIn, type Span, windowAround } from './timeline.ts'

interface Props extends SchoolContracts {
  /** Business day. */
  today: string
  onOpen: (contractId: number) => void
}

/** A school's contracts a year back and a year ahead, with the days between them that none covers. */
export function Timeline({ schoolName, contracts, today, onOpen }: Props) {
  const window = windowAround(today)
  const placed = contracts.flatMap(contract => {
    const place = placeIn(window, { from: contract.startsOn, to: contract.endsOn })
    return place === null ? [] : [{ contract, place }]
  })
  return (
    <div className={styles.line}>
      <div className={styles.track}>
        {marksOf(window).map(mark => (
          <span key={mark} className={styles.mark} style={at(window, mark)} />
        ))}
        <ul aria-label={`${schoolName} 的合同`}>
          {placed.map(({ contract, place }) => (
            <Bar key={contract.contractId} contract={contract} place={place} onOpen={onOpen} />
          ))}
          {gapsOf(contracts, today).map(gap => (
            <Gap key={gap.from} gap={gap} window={window} />
          ))}
        </ul>
        <span className={styles.today} style={at(window, today)} />
      </div>
      <div className={`${styles.axis} ui-digits`} aria-hidden="true">
        {marksOf(window).map(mark => (
          <span key={mark} style={at(window, mark)}>
            {mark.slice(0, 7)}
          </span>
        ))}
      </div>
    </div>
  )
}

interface BarProps {
  contract: ContractRow
  place: Place
  onOpen: (contractId: number) => void
}

/** One contract; pressed, it opens. */
function Bar({ contract, place, onOpen }: BarProps) {
  const { contractId, no, state, startsOn, endsOn } = contract
  const terms = termsOf(contract)
  return (
    <Tooltip title={`${no}　${terms}　${startsOn} 至 ${endsOn}`}>
      <li className={`${styles.bar} ui-tone-${toneOf(state)}`} style={percent(place)}>
        <button
          type="button"
          aria-label={`${no}，${contractStates[state]}，${terms}，${startsOn} 至 ${endsOn}`}
          onClick={() => onOpen(contractId)}
        >
          {terms}
        </button>
      </li>
    </Tooltip>
  )
}

/** Days without a contract: hatched, and said in words. */
function Gap({ gap, window }: { gap: Span; window: Span }) {
  const place = placeIn(window, gap)
  if (place === null) return null
  const words = `${gap.from} 至 ${gap.to} 没有合同，共 ${number(daysOf(gap))} 天`
  return (
    <Tooltip title={words}>
      <li className={`${styles.gap} ui-tone-warn`} style={percent(place)}>
        <span className="visually-hidden">{words}</span>
      </li>
    </Tooltip>
  )
}

const percent = ({ left, width }: Place) => ({
  left: `${left}%`,
  width: `${width}%`,
})

/** Where a day begins. */
const at = (window: Span, day: string) => ({ left: `${placeIn(window, { from: day, to: day })?.left ?? 0}%` })
