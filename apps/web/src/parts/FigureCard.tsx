import { ArrowDownOutlined, ArrowUpOutlined, MinusOutlined } from '@ant-design/icons'
import { type Basis, comparisonSentence } from '@drivesim/contract/board/dashboard/boardDates'
import { boardFigureKeys, boardFigures } from '@drivesim/contract/board/dashboard/boardFigures'
import type { FigureValue } from '@drivesim/contract/board/dashboard/dashboardShapes'
import type { ReactNode } from 'react'
import { Sparkline } from '../ui/Sparkline.tsx'
import type { Course } from '../ui/spark.ts'
import styles from './FigureCard.module.css'
import { changeOfFigure, inWords, moreFigures, shortFigure, unitAfter } from './figureWords.ts'

const icons = { up: ArrowUpOutlined, down: ArrowDownOutlined, same: MinusOutlined }

/** The eight figures of the board. */
export function FigureCards({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={styles.cards} aria-label={label}>
      {children}
    </ul>
  )
}

interface Props {
  figure: FigureValue
  basis: Basis
  /** Its name: a button or a link, which all of the card answers for. */
  name: ReactNode
  /** Where else it leads. */
  open?: ReactNode
  spark?: Course
}

/** One figure: how much, how it went, how it stands against the other period. */
export function FigureCard({ figure, basis, name, open, spark }: Props) {
  const { unit } = boardFigures[figure.key]
  return (
    <li className={styles.card}>
      <span className={styles.label}>{name}</span>
      {open !== undefined && <span className={styles.open}>{open}</span>}
      <span
        className={styles.value}
        title={[inWords(unit, figure.value), ...moreFigures(figure.more)].join('，')}
      >
        {shortFigure(unit, figure.value)}
        <small>{unitAfter(unit)}</small>
      </span>
      {spark !== undefined && (
        <span className={styles.spark}>
          <Sparkline {...spark} />
        </span>
      )}
      <span className={styles.change}>
        <FigureChange figure={figure} basis={basis} />
      </span>
      {figure.today !== null && (
        <span className={styles.today}>
          今日 <b>{shortFigure(unit, figure.today)}</b>
        </span>
      )}
    </li>
  )
}

/** How a figure stands against the other period: by a sign, a word and a colour. */
export function FigureChange({ figure, basis }: { figure: FigureValue; basis: Basis }) {
  const { direction, words } = changeOfFigure(figure, basis)
  if (direction === null) return words
  const Icon = icons[direction]
  return (
    <span className={`ui-change ui-change-${direction}`} title={comparisonSentence(basis, figure.change)}>
      <span className={styles.against}>比{basis.words} </span>
      <Icon aria-hidden /> {words}
    </span>
  )
}

/** The cards on their way, under their names. */
export function FigureCardsSkeleton() {
  return (
    <ul className={styles.cards} role="status" aria-label="正在加载">
      {boardFigureKeys.map(key => (
        <li key={key} className={styles.card}>
          <span className={styles.label}>{boardFigures[key].label}</span>
          <span className={styles.value}>
            <span className={styles.awaited} />
          </span>
        </li>
      ))}
    </ul>
  )
}
