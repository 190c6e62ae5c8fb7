import { formatFen } from '@drivesim/contract/money'
import { capitalFen } from '../capitalFen.ts'
import { FigureInput, type FigureProps } from './FigureInput.tsx'

interface Props
  extends Pick<
    FigureProps,
    'id' | 'aria-label' | 'placeholder' | 'value' | 'onChange' | 'onBlur' | 'disabled'
  > {
  /** What it is, inside: it stands there whatever is typed. */
  innerLabel?: string
  /** Money moves by it: what was understood stands below, in figures and capitals. */
  moves?: boolean
}

/** An amount typed in yuan, with at most two decimals, held in whole fen. */
export function YuanInput({ innerLabel, moves = false, ...rest }: Props) {
  return (
    <FigureInput
      {...rest}
      decimals={2}
      prefix={<>{innerLabel !== undefined && <span className="ui-inner-label">{innerLabel}</span>}¥</>}
      {...(moves && { understood: inFigures, className: 'ui-wide ui-moved-amount' })}
    />
  )
}

const inFigures = (fen: number) => `${formatFen(fen)} ${capitalFen(fen)}`
