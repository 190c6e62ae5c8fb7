interface Props {
  'aria-label': string
  'aria-describedby'?: string
  checked: boolean
  /** Some of what it stands for is chosen, and some is not. */
  partly?: boolean
  onChange: (checked: boolean) => void
}

/** The box that chooses a row, or all of them: the browser's own, a hundred cost nothing. */
export function ChoiceBox({ partly = false, onChange, ...box }: Props) {
  return (
    <input
      {...box}
      type="checkbox"
      className="ui-choice"
      ref={element => {
        // No attribute says it.
        if (element !== null) element.indeterminate = partly
      }}
      onChange={event => onChange(event.target.checked)}
    />
  )
}
