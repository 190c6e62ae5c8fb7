import { Select } from 'antd'
import { useNarrow } from '../../ui/useNarrow.ts'
import styles from './board.module.css'
import { addCounts, type Counts, type BoardTree as TreeData, total } from './board.ts'

interface Props {
  tree: TreeData
  organId: number | undefined
  roomId: number | undefined
  onChoose: (organId: number, roomId?: number) => void
}

/** Organisations and classrooms with how many of their simulators are training; a select box on a phone. */
export function BoardTree({ tree, organId, roomId, onChoose }: Props) {
  const narrow = useNarrow()
  if (narrow) {
    return (
      <Select
        className="ui-wide"
        aria-label="机构与教室"
        showSearch={{ optionFilterProp: 'label' }}
        value={roomId === undefined ? `o${organId}` : `r${roomId}`}
        options={tree.flatMap(organisation => [
          { value: `o${organisation.organizationId}`, label: organisation.name },
          ...organisation.rooms.map(room => ({ value: `r${room.roomId}`, label: `　${room.roomName}` })),
        ])}
        onChange={picked => {
          const found = tree.find(
            organisation =>
              `o${organisation.organizationId}` === picked ||
              organisation.rooms.some(room => `r${room.roomId}` === picked),
          )
          const room = found?.rooms.find(candidate => `r${candidate.roomId}` === picked)
          if (found !== undefined) onChoose(found.organizationId, room?.roomId)
        }}
      />
    )
  }
  return (
    <nav className={styles.tree} aria-label="机构与教室">
      <ul>
        {tree.map(organisation => {
          const open = organisation.organizationId === organId
          return (
            <li key={organisation.organizationId}>
              <Entry
                name={organisation.name}
                counts={addCounts(organisation.rooms.map(room => room.counts))}
                current={open && roomId === undefined}
                onChoose={() => onChoose(organisation.organizationId)}
              />
              {open && (
                <ul>
                  {organisation.rooms.map(room => (
                    <li key={room.roomId}>
                      <Entry
                        name={room.roomName}
                        counts={room.counts}
                        current={room.roomId === roomId}
                        onChoose={() => onChoose(organisation.organizationId, room.roomId)}
                      />
                    </li>
                  ))}
                </ul>
              )}
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

interface EntryProps {
  name: string
  counts: Counts
  current: boolean
  onChoose: () => void
}

function Entry({ name, counts, current, onChoose }: EntryProps) {
  return (
    <button
      type="button"
      className={styles.entry}
      aria-current={current ? 'true' : undefined}
      title={name}
      onClick={onChoose}
    >
      <span className={styles.entryName}>{name}</span>
      {counts.fault > 0 && <span className={styles.entryFault}>故障 {counts.fault}</span>}
      <span className={styles.entryCount} title="训练中 / 全部">
        {counts.training}/{total(counts)}
      </span>
    </button>
  )
}
