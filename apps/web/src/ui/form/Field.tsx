import { labelAt } from '@drivesim/contract/labels'
import { Form } from 'antd'
import { createContext, type ReactNode, useContext, useState } from 'react'
import { z } from 'zod'
import { Term } from '../help/Term.tsx'
import { withWholeFigures } from '../withWholeFigures.tsx'
import { FieldNameContext } from './Choices.tsx'
import { type FigureProblems, FigureProblemsContext } from './FigureInput.tsx'
import { isRequired, problemOf } from './rules.ts'

/** The schema that the fields of the surrounding form obey. */
export const SchemaContext = createContext<z.ZodType>(z.unknown())

interface Props {
  name: string
  /** The label, where the schema's does not fit this form. */
  label?: string
  /** The glossary's word for it, where the label is another. */
  term?: string
  help?: ReactNode
  /** Whether the label is marked as required, where the schema, which only knows missing values, says otherwise. */
  required?: boolean
  /** Its first value, where that arrives after the form opened. It does not count as typed when the form is closed. */
  initial?: unknown
  /** The field that a rule of the schema compares this one with, and tells at this one: a change of it checks this one anew. */
  after?: string
  children: ReactNode
}

/** One labelled field; its label, rules and required mark come from the contract's schema. */
export function Field({ name, label, term, help, required, initial, after, children }: Props) {
  const schema = useContext(SchemaContext)
  const words = label ?? labelAt(schema, [name])
  const [figures] = useState<FigureProblems>(() => new Map())
  return (
    <FigureProblemsContext value={figures}>
      <FieldNameContext value={words}>
        <Form.Item
          name={name}
          initialValue={initial}
          label={words === undefined ? words : <Term of={term}>{words}</Term>}
          extra={withWholeFigures(help)}
          required={required ?? isRequired(schema, name)}
          dependencies={after === undefined ? [] : [after]}
          validateTrigger="onBlur"
          rules={[
            ({ getFieldsValue }) => ({
              validator: async () => {
                const [unread] = figures.values()
                const problem = unread ?? problemOf(schema, getFieldsValue(true), name)
                if (problem !== null) throw new Error(problem)
              },
            }),
          ]}
        >
          {children}
        </Form.Item>
      </FieldNameContext>
    </FigureProblemsContext>
  )
}
