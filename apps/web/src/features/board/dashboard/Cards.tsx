import type { Basis } from '@drivesim/contract/board/dashboard/boardDates'
import { type BoardFigure, boardFigures } from '@drivesim/contract/board/dashboard/boardFigures'
import type { FigureCard as FigureCardData } from '@drivesim/contract/board/dashboard/dashboardShapes'
import { Link } from 'react-router'
import { FigureCard, FigureCards } from '../../../parts/FigureCard.tsx'
import type { Course } from '../../../ui/spark.ts'

interface Props {
  figures: readonly FigureCardData[]
  basis: Basis
  chosen: BoardFigure
  onChoose: (figure: BoardFigure) => void
  /** The address of a figure's page. */
  addressOf: (figure: BoardFigure) => string
}

/** The eight figures: one is chosen for what stands below, each has a page of its own. */
export function Cards({ figures, basis, chosen, onChoose, addressOf }: Props) {
  return (
    <FigureCards label="指标">
      {figures.map(card => {
        const { label } = boardFigures[card.key]
        return (
          <FigureCard
            key={card.key}
            figure={card}
            basis={basis}
            spark={courseOf(card)}
            name={
              <button
                type="button"
                aria-pressed={card.key === chosen}
                title={`在下方看${label}的趋势和排名`}
                onClick={() => onChoose(card.key)}
              >
                {label}
              </button>
            }
            open={
              <Link to={addressOf(card.key)} aria-label={`查看${label}`}>
                查看
              </Link>
            }
          />
        )
      })}
    </FigureCards>
  )
}

/** What has not begun has no place in the course. */
function courseOf({ spark }: FigureCardData): Course {
  const begun = spark.filter(({ value }) => value !== null)
  return { values: begun.map(({ value }) => value), open: begun.at(-1)?.partial === true }
}
