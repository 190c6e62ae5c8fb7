import { Radio, type RadioGroupProps } from 'antd'
import { createContext, useContext } from 'react'

/** What the surrounding field is called: a label names what one types into, but no group by itself. */
export const FieldNameContext = createContext<string | undefined>(undefined)

/** A few choices side by side, of which one is taken; who hears the page is told what it is about. */
export function Choices(props: RadioGroupProps) {
  const name = useContext(FieldNameContext)
  return <Radio.Group aria-label={name} {...props} />
}
