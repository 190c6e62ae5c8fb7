import { Tooltip } from 'antd'
import './term.css'
import { useTerms } from './terms.ts'

interface Props {
  children: string
  /** It stands in something that takes the focus itself. */
  within?: true
}

/** The label of a figure, a column or a field: a word of the glossary says its sentence on hover and on focus. */
export function Term({ children, within }: Props) {
  const sentence = useTerms(({ terms }) => terms.get(children))
  if (sentence === undefined) return children
  return (
    <Tooltip title={sentence} trigger={['hover', 'focus']}>
      <span className="ui-term" {...(within === undefined && { tabIndex: 0 })}>
        {children}
      </span>
    </Tooltip>
  )
}
