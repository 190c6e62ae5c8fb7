import { boardFigures, figureAddress } from '@drivesim/contract/board/dashboard/boardFigures'
import { Button } from 'antd'
import { Link } from 'react-router'
import { FigureCard, FigureCards, FigureCardsSkeleton } from '../../../parts/FigureCard.tsx'
import styles from './home.module.css'
import type { Overview } from './overview.ts'

interface Props {
  overview: Overview | undefined
  onRetry: () => void
}

/** Today's eight figures up to now, each with the way to its page. */
export function TodayFigures({ overview, onRetry }: Props) {
  const figures = overview?.figures
  return (
    <section aria-label="今日数据" data-testid="home-figures">
      {overview === undefined && <FigureCardsSkeleton />}
      {overview !== undefined && figures === undefined && (
        <div className={`ui-panel ${styles.missing}`} role="alert">
          今日数据暂时读不出来
          <Button size="small" onClick={onRetry}>
            重试
          </Button>
        </div>
      )}
      {figures !== undefined && (
        <FigureCards label="今日数据">
          {figures.values.map(figure => (
            <FigureCard
              key={figure.key}
              // The card is of today alone.
              figure={{ ...figure, today: null }}
              basis={figures.basis}
              name={
                <Link to={`${figureAddress(figure.key)}?range=today`}>
                  今日{boardFigures[figure.key].label}
                </Link>
              }
            />
          ))}
        </FigureCards>
      )}
    </section>
  )
}
