import { ArrowDownOutlined, ArrowUpOutlined, MinusOutlined } from '@ant-design/icons'
import { Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Change } from './format.ts'
import { Term } from './help/Term.tsx'
import { Sparkline } from './Sparkline.tsx'
import type { Course } from './spark.ts'
import './page.css'
import './keyFigure.css'

interface Props {
  label: string
  /** The glossary's word for it, where the label is another. */
  term?: string
  value: ReactNode
  /** The exact figure, where the card shows a rounded one. */
  exact?: string
  change?: Change | undefined
  /** Less is better: an increase is bad news. */
  lessIsBetter?: boolean
  /** What it is compared with: `比昨日同时段`. */
  against?: string
  /** The same as a sentence, where that says more. */
  told?: string
  spark?: Course
  /** The address of the rows behind it. */
  to?: string | undefined
  /** What it is made of. */
  parts?: ReactNode
}

const icons = { up: ArrowUpOutlined, down: ArrowDownOutlined, same: MinusOutlined }

/** The colour says whether it is good news, the sign and the words which way it went. */
const turned = { up: 'down', down: 'up', same: 'same' } as const

/** One large figure with its change against the period before, in sign and word, and its sparkline. */
export function KeyFigure(props: Props) {
  const { label, term, value, exact, change, against, told, spark, to, parts, lessIsBetter = false } = props
  const Icon = change && icons[change.direction]
  const figure =
    to === undefined ? (
      <span className="ui-figure-value">{value}</span>
    ) : (
      <Link className="ui-figure-value" to={to} aria-label={`${label}，查看明细`}>
        {value}
      </Link>
    )
  return (
    <div className="ui-figure">
      <span className="ui-figure-label">
        <Term of={term}>{label}</Term>
      </span>
      {exact === undefined ? figure : <Tooltip title={exact}>{figure}</Tooltip>}
      <span className="ui-figure-foot">
        {change !== undefined && Icon !== undefined && (
          <span
            className={`ui-change ui-change-${lessIsBetter ? turned[change.direction] : change.direction}`}
            title={told}
          >
            {against} <Icon aria-hidden /> {change.figure}
          </span>
        )}
        {parts}
        {spark !== undefined && <Sparkline {...spark} />}
      </span>
    </div>
  )
}

/** Figures that are loading, under their names. */
export function KeyFiguresSkeleton({ labels, low }: { labels: readonly string[]; low?: true }) {
  return (
    <div className={low ? 'ui-figures ui-figures-low' : 'ui-figures'} role="status" aria-label="正在加载">
      {labels.map(label => (
        <KeyFigure key={label} label={label} value={<span className="ui-figure-awaited" />} />
      ))}
    </div>
  )
}
