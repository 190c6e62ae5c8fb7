import { Tooltip } from 'antd'
import './term.css'
import { useTerms } from './terms.ts'

interface Props {
  children: string
  /** The glossary's word for it, where it is called otherwise here. */
  of?: string | undefined
  /** It stands in something that takes the focus itself. */
  within?: true
}

/** The label of a figure, a column or a field: a word of the glossary says its sentence on hover and on focus. */
export function Term({ children, of = children, within }: Props) {
  const sentence = useTerms(({ terms }) => terms.get(of))
  if (sentence === undefined) return children
  return (
    <Tooltip title={sentence} trigger={['hover', 'focus']}>
      <span className="ui-term" {...(within === undefined && { tabIndex: 0 })}>
        {children}
      </span>
    </Tooltip>
  )
}
