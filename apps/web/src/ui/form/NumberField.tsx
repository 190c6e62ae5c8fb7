import { boundsAt } from '@drivesim/contract/labels'
import { type ComponentProps, useContext, useMemo } from 'react'
import { Field, SchemaContext } from './Field.tsx'
import { FigureInput } from './FigureInput.tsx'

interface Props extends Omit<ComponentProps<typeof Field>, 'children'> {
  /** What is counted: `天`. */
  unit?: string
}

/** A field for a whole number, with the bounds of the contract's schema. */
export function NumberField({ unit, ...field }: Props) {
  const schema = useContext(SchemaContext)
  const bounds = useMemo(() => boundsAt(schema, [field.name]), [schema, field.name])
  return (
    <Field {...field}>
      <FigureInput {...bounds} decimals={0} unit={unit} />
    </Field>
  )
}
