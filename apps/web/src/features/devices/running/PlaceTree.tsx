import { SearchOutlined } from '@ant-design/icons'
import { Input, Select } from 'antd'
import { useState } from 'react'
import { number } from '../../../ui/format.ts'
import { useNarrow } from '../../../ui/useNarrow.ts'
import {
  addCounts,
  allRooms,
  type Choice,
  type Counts,
  shownTree,
  type PlaceTree as TreeData,
  total,
} from './places.ts'
import styles from './tree.module.css'

/** A place on the live view: one organisation or classroom of it, or what is in fault anywhere. */
type Place = Pick<Choice, 'faults' | 'organId' | 'roomId'>

interface Props {
  tree: TreeData
  place: Place
  onChoose: (place: Place) => void
}

const everyFault: Place = { faults: true, organId: undefined, roomId: undefined }

/** 全部故障, then organisations and classrooms with how many of their simulators are training; a select box on a phone. */
export function PlaceTree(props: Props) {
  return useNarrow() ? <SelectTree {...props} /> : <WholeTree {...props} />
}

function SelectTree({ tree, place: { faults, organId, roomId }, onChoose }: Props) {
  const entries = tree.flatMap(({ organizationId, name, rooms }) => [
    { value: `o${organizationId}`, label: name, organId: organizationId, roomId: undefined },
    ...rooms.map(room => ({
      value: `r${room.roomId}`,
      label: `　${room.roomName}`,
      organId: organizationId,
      roomId: room.roomId,
    })),
  ])
  return (
    <Select
      className="ui-wide"
      aria-label="机构与教室"
      showSearch={{ optionFilterProp: 'label' }}
      value={faults ? 'faults' : roomId === undefined ? `o${organId}` : `r${roomId}`}
      options={[
        { value: 'faults', label: `全部故障（${faultsOf(tree)}）` },
        ...entries.map(({ value, label }) => ({ value, label })),
      ]}
      onChange={picked => {
        if (picked === 'faults') return onChoose(everyFault)
        const found = entries.find(({ value }) => value === picked)
        if (found !== undefined) onChoose({ faults: false, organId: found.organId, roomId: found.roomId })
      }}
    />
  )
}

function WholeTree({ tree, place: { faults, organId, roomId }, onChoose }: Props) {
  const [words, setWords] = useState('')
  const branches = shownTree(tree, faults ? undefined : organId, words)
  const chooseRoom = (organizationId: number, room?: number) =>
    onChoose({ faults: false, organId: organizationId, roomId: room })
  return (
    <nav className={styles.tree} aria-label="机构与教室">
      <Input
        aria-label="搜索机构或教室"
        placeholder="搜索机构或教室"
        prefix={<SearchOutlined aria-hidden />}
        allowClear
        value={words}
        onChange={event => setWords(event.target.value)}
      />
      <ul>
        <li>
          <Entry name="全部故障" current={faults} onChoose={() => onChoose(everyFault)}>
            <FaultCount count={faultsOf(tree)} />
          </Entry>
        </li>
        {branches.map(({ organisation, rooms }) => (
          <li key={organisation.organizationId}>
            <Entry
              name={organisation.name}
              current={!faults && organisation.organizationId === organId && roomId === undefined}
              onChoose={() => chooseRoom(organisation.organizationId)}
            >
              <Figures counts={addCounts(organisation.rooms.map(room => room.counts))} />
            </Entry>
            {rooms.length > 0 && (
              <ul>
                {rooms.map(room => (
                  <li key={room.roomId}>
                    <Entry
                      name={room.roomName}
                      current={!faults && room.roomId === roomId}
                      onChoose={() => chooseRoom(organisation.organizationId, room.roomId)}
                    >
                      <Figures counts={room.counts} />
                    </Entry>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
      {branches.length === 0 && <p className={styles.nothing}>没有符合的机构或教室</p>}
    </nav>
  )
}

function faultsOf(tree: TreeData): number {
  return addCounts(allRooms(tree).map(room => room.counts)).fault
}

interface EntryProps {
  name: string
  current: boolean
  onChoose: () => void
  /** Its figures. */
  children: React.ReactNode
}

function Entry({ name, current, onChoose, children }: EntryProps) {
  return (
    <button
      type="button"
      className={styles.entry}
      aria-current={current ? 'true' : undefined}
      title={name}
      onClick={onChoose}
    >
      <span className={styles.entryName}>{name}</span>
      {children}
    </button>
  )
}

function Figures({ counts }: { counts: Counts }) {
  return (
    <>
      {counts.fault > 0 && <span className={styles.entryFault}>故障 {counts.fault}</span>}
      <span className={styles.entryCount} title="训练中 / 全部">
        {counts.training}/{total(counts)}
      </span>
    </>
  )
}

function FaultCount({ count }: { count: number }) {
  return <span className={count > 0 ? styles.entryFault : styles.entryCount}>{number(count)} 台</span>
}
