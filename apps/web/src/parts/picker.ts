/** A picker as a form field (id, value, onChange come from the form) or as a filter with its label inside. */
export interface PickerProps {
  id?: string
  'aria-label'?: string
  'aria-required'?: 'true'
  innerLabel?: string
  value?: number | undefined
  onChange?: (value: number | undefined) => void
  onBlur?: () => void
}

/** A picker of several. */
export interface ManyPickerProps {
  id?: string
  value?: number[] | undefined
  onChange?: (value: number[]) => void
  onBlur?: () => void
}
