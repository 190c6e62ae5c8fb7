import { labelAt } from '@drivesim/contract/labels'
import { Form } from 'antd'
import { createContext, type ReactNode, useContext } from 'react'
import { z } from 'zod'
import { isRequired, problemOf } from './rules.ts'

/** The schema that the fields of the surrounding form obey. */
export const SchemaContext = createContext<z.ZodType>(z.unknown())

interface Props {
  name: string
  /** Where the word depends on the form's record or its occasion; else it is the schema's. */
  label?: string
  help?: ReactNode
  /** Whether the label is marked, where the schema's word (may it be missing?) is not the person's (may it be empty?). */
  required?: boolean
  /** What it begins with where it may come later than the form: nothing that was typed, which closing would ask about. */
  initial?: unknown
  /** The field that a rule of the schema compares this one with, and tells at this one: a change of it checks this one anew. */
  after?: string
  children: ReactNode
}

/** One labelled field; its label, rules and required mark come from the contract's schema. */
export function Field({ name, label, help, required, initial, after, children }: Props) {
  const schema = useContext(SchemaContext)
  return (
    <Form.Item
      name={name}
      initialValue={initial}
      label={label ?? labelAt(schema, [name])}
      extra={help}
      required={required ?? isRequired(schema, name)}
      dependencies={after === undefined ? [] : [after]}
      validateTrigger="onBlur"
      rules={[
        ({ getFieldsValue }) => ({
          validator: async () => {
            const problem = problemOf(schema, getFieldsValue(true), name)
            if (problem !== null) throw new Error(problem)
          },
        }),
      ]}
    >
      {children}
    </Form.Item>
  )
}
