import { mayUse } from '@drivesim/contract/access'
import { codesOf } from '@drivesim/contract/open/events'
import {
  allEventTypes,
  type EventSubject,
  type EventType,
  eventSubjects,
  eventTypes,
  subjectOf,
} from '@drivesim/contract/open/eventTypes'
import { Checkbox } from 'antd'
import { useHeldCodes } from '../../../api/me.ts'
import styles from './EventTree.module.css'

const groups = Object.keys(eventSubjects).map(name => {
  const subject = name as EventSubject
  return { subject, types: allEventTypes.filter(type => subjectOf(type) === subject) }
})

interface Props {
  id?: string
  value?: EventType[]
  onChange?: (types: EventType[]) => void
}

/** The types as a tree, by what they are about. What the person may not see they cannot choose; what was chosen can be taken away. */
export function EventTree({ id, value = [], onChange }: Props) {
  const heldCodes = useHeldCodes()
  const mark = (types: readonly EventType[], marked: boolean) =>
    onChange?.(allEventTypes.filter(type => (types.includes(type) ? marked : value.includes(type))))
  return (
    <ul className={styles.events} id={id} aria-label="事件">
      {groups.map(({ subject, types }) => {
        const marked = types.filter(type => value.includes(type)).length
        const may = types.every(type => mayUse(codesOf(type), heldCodes))
        return (
          <li key={subject}>
            <Checkbox
              checked={marked === types.length}
              indeterminate={marked > 0 && marked < types.length}
              disabled={!may && marked === 0}
              onChange={({ target }) => mark(types, target.checked && may)}
            >
              <strong className={styles.group}>{eventSubjects[subject]}</strong>
              <span className="ui-quiet ui-digits">
                {' '}
                {marked}/{types.length}
              </span>
              {!may && <span className="ui-quiet">（您没有查看的权限）</span>}
            </Checkbox>
            {may && (
              <ul aria-label={eventSubjects[subject]}>
                {types.map(type => (
                  <li key={type}>
                    <Checkbox
                      checked={value.includes(type)}
                      onChange={({ target }) => mark([type], target.checked)}
                    >
                      <span title={type}>{eventTypes[type]}</span>
                    </Checkbox>
                  </li>
                ))}
              </ul>
            )}
          </li>
        )
      })}
    </ul>
  )
}
