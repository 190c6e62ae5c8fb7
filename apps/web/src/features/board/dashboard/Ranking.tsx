import {
  type BoardPlace,
  boardFigures,
  boardPlaces,
  countedPlaces,
} from '@drivesim/contract/board/dashboard/boardFigures'
import { type Ranking as RankingData, rankedPlaces } from '@drivesim/contract/board/dashboard/dashboardShapes'
import { Segmented } from 'antd'
import { Link } from 'react-router'
import { exactFigure } from '../../../parts/figureWords.ts'
import { Term } from '../../../ui/help/Term.tsx'
import { Panel } from '../../../ui/PageHead.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import styles from './ranks.module.css'

const placeChoices = (['school', 'city', 'province'] as const satisfies readonly BoardPlace[]).map(value => ({
  value,
  label: boardPlaces[value],
}))

interface Props {
  place: BoardPlace
  onPlace: (place: BoardPlace) => void
  /** Missing while it is on its way. */
  ranking: RankingData | undefined
  /** The address behind a place's row; undefined: none. */
  addressOf: (key: string) => string | undefined
  /** The address of the figure by these places, all of them. */
  allAt: string
}

/** 排名: the first of them, the others in one line, and what they add up to. */
export function Ranking({ place, onPlace, ranking, addressOf, allAt }: Props) {
  return (
    <Panel
      title="排名"
      extra={
        <Segmented
          aria-label="排名方式"
          size="small"
          value={place}
          options={placeChoices}
          onChange={onPlace}
        />
      }
    >
      {ranking === undefined ? (
        <RanksSkeleton />
      ) : ranking.rows.length === 0 ? (
        <EmptyState title="所选时间内没有数据" hint={boardFigures[ranking.figure].empty} />
      ) : (
        <Ranks place={place} ranking={ranking} addressOf={addressOf} allAt={allAt} />
      )}
    </Panel>
  )
}

interface RanksProps {
  place: BoardPlace
  ranking: RankingData
  addressOf?: (key: string) => string | undefined
  allAt?: string
}

/** The rows alone, with bars as long as their values. */
export function Ranks({ place, ranking, addressOf, allAt }: RanksProps) {
  const { figure, rows, rest, overlap, total } = ranking
  const { unit } = boardFigures[figure]
  const most = Math.max(1, ...rows.map(({ value }) => Math.abs(value)))
  return (
    <ol className={styles.ranks}>
      {rows.map(({ key, name, value }) => (
        <li key={key}>
          <span className={styles.name} title={name}>
            <PlaceName name={name} to={addressOf?.(key)} />
          </span>
          <span className={styles.track} aria-hidden="true">
            <span className={styles.fill} style={{ width: `${(Math.abs(value) / most) * 100}%` }} />
          </span>
          <span className={styles.value}>{exactFigure(unit, value)}</span>
        </li>
      ))}
      {rest !== null && (
        <Apart
          name={`其余 ${rest.places} ${countedPlaces[place]}`}
          value={exactFigure(unit, rest.value)}
          to={allAt}
        />
      )}
      {overlap !== 0 && <Apart name="跨校重复" value={`−${exactFigure(unit, overlap)}`} />}
      <li className={styles.total}>
        <span>合计</span>
        <span />
        <span className={styles.value}>{exactFigure(unit, total)}</span>
      </li>
    </ol>
  )
}

const PlaceName = ({ name, to }: { name: string; to: string | undefined }) =>
  to === undefined ? name : <Link to={to}>{name}</Link>

function Apart({ name, value, to }: { name: string; value: string; to?: string | undefined }) {
  return (
    <li className={styles.apart}>
      <span className={styles.name}>
        {to === undefined ? <Term>{name}</Term> : <Link to={to}>{name}</Link>}
      </span>
      <span />
      <span className={styles.value}>{value}</span>
    </li>
  )
}

const awaited = Array.from({ length: rankedPlaces }, (_, index) => 96 - 8 * index)

function RanksSkeleton() {
  return (
    <div className={styles.ranks} role="status" aria-label="正在加载">
      {awaited.map(width => (
        <div key={width} className={styles.awaited} style={{ width: `${width}%` }} />
      ))}
    </div>
  )
}
