import { FigureInput, type FigureProps } from './FigureInput.tsx'

const decimals = 3

interface Props extends Pick<FigureProps, 'aria-label' | 'className' | 'size' | 'placeholder'> {
  value: number | null
  onChange: (value: number | null) => void
}

/** A measured value, with at most three decimals, held as it is. */
export function DecimalInput({ value, onChange, ...rest }: Props) {
  return (
    <FigureInput
      {...rest}
      decimals={decimals}
      short
      value={value === null ? null : Math.round(value * 10 ** decimals)}
      onChange={scaled => onChange(scaled === null ? null : scaled / 10 ** decimals)}
    />
  )
}
