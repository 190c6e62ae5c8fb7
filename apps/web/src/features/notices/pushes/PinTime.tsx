import { InstantPicker } from '../../../ui/form/InstantPicker.tsx'

interface Props {
  id?: string
  value?: string | null | undefined
  onChange?: (value: string | null) => void
}

/** Until when, or not at all. */
export const PinTime = (props: Props) => <InstantPicker {...props} timeOfDay="18:00" placeholder="不置顶" />
