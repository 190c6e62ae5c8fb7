import { labelAt } from '@drivesim/contract/labels'
import { Alert, Button } from 'antd'
import { type ReactNode, useContext } from 'react'
import { SchemaContext } from './Field.tsx'
import { differences, inWords, type Values } from './rules.ts'

interface Props {
  sentence: string
  mine: Values
  latest: Values
  describe: (name: string, value: unknown) => ReactNode
  /** Go on with what was typed, over the latest version. */
  onKeep: () => void
  /** Throw away what was typed and start from the latest version. */
  onTake: () => void
}

/** Somebody else saved meanwhile: both versions side by side, and the choice between them. */
export function StalePanel({ sentence, mine, latest, describe, onKeep, onTake }: Props) {
  const schema = useContext(SchemaContext)
  const differing = differences(mine, latest)
  const words = (name: string, value: unknown) => (describe(name, value) ?? inWords(value)) || '—'
  return (
    <Alert
      className="ui-stale"
      type="warning"
      title={sentence}
      description={
        <>
          {differing.length === 0 ? (
            <p>内容与您填写的相同，可以直接采用。</p>
          ) : (
            <table className="ui-stale-table">
              <thead>
                <tr>
                  <th scope="col">项目</th>
                  <th scope="col">现在的内容</th>
                  <th scope="col">您填写的内容</th>
                </tr>
              </thead>
              <tbody>
                {differing.map(name => (
                  <tr key={name}>
                    <th scope="row">{labelAt(schema, [name])}</th>
                    <td>{words(name, latest[name])}</td>
                    <td>{words(name, mine[name])}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          <Button onClick={onTake}>采用现在的内容</Button>
          <Button onClick={onKeep}>保留我填写的，继续修改</Button>
        </>
      }
    />
  )
}
