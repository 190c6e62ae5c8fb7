import { FigureInput, type FigureProps } from './FigureInput.tsx'

/** A share typed in percent, with at most two decimals, held in whole basis points. */
export function PercentInput(props: Pick<FigureProps, 'id' | 'value' | 'onChange' | 'onBlur'>) {
  // A basis point is to a percent what a fen is to a yuan.
  return <FigureInput {...props} decimals={2} unit="%" min={0} max={10_000} />
}
