import { type SimulatorState, simulatorStates } from '@drivesim/contract/devices/devices/deviceShapes'
import { mostFaults } from '@drivesim/contract/devices/running'
import { Button } from 'antd'
import { useRef } from 'react'
import { useReporting } from '../../../parts/useReporting.tsx'
import { BlockSkeleton, EmptyState, ErrorState } from '../../../ui/states.tsx'
import { Faults } from './Faults.tsx'
import { PlaceTree } from './PlaceTree.tsx'
import {
  allRooms,
  chosenOrganisation,
  chosenRooms,
  type PlaceTree as PlaceTreeData,
  type Rooms,
  total,
} from './places.ts'
import { RoomSection } from './RoomSection.tsx'
import { RunningHead } from './RunningHead.tsx'
import { Report } from './reports.ts'
import styles from './running.module.css'
import { useChoice } from './useChoice.ts'
import { useCounts, useLiveView, useTree } from './useRunning.ts'
import { useLiveUnderway } from './useUnderway.ts'
import { OnWall, useWall, useWallFit } from './useWall.ts'
import { WallHead } from './WallHead.tsx'

/** 运行状态: every simulator of an organisation or classroom, or everything in fault, as it is now. */
export default function RunningPage() {
  useLiveView()
  useLiveUnderway()
  const tree = useTree()
  if (tree.data === undefined) {
    if (tree.error !== null) return <ErrorState error={tree.error} onRetry={() => void tree.refetch()} />
    return <BlockSkeleton height={480} />
  }
  if (tree.data.length === 0)
    return <EmptyState title="您管理的机构还没有教室和设备" hint="请先登记教室，再新增设备" />
  return <LiveView tree={tree.data} />
}

function LiveView({ tree }: { tree: PlaceTreeData }) {
  const box = useRef<HTMLDivElement>(null)
  const [choice, choose] = useChoice()
  const [wall, toggleWall] = useWall(box)
  const { report, form } = useReporting()
  const { faults, state } = choice
  const rooms = faults ? allRooms(tree) : chosenRooms(tree, choice)
  const organisation = faults ? undefined : chosenOrganisation(tree, rooms)
  const organId = organisation?.organizationId
  const fit = useWallFit(
    wall,
    faults ? [faultsShown(rooms)] : rooms.map(room => shownOf(room, state)),
    faults ? ['placed'] : undefined,
  )
  const filter = (only: SimulatorState | undefined) => choose({ ...choice, state: only })
  const room = rooms.length === 1 ? ` · ${rooms[0]?.roomName}` : ''
  return (
    <div
      className={styles.page}
      data-wall={wall || undefined}
      data-theme={wall ? 'dark' : undefined}
      ref={box}
    >
      {wall ? (
        <WallHead title={faults ? '全部故障' : `${organisation?.name ?? ''}${room}`} />
      ) : (
        <h1 className="visually-hidden">运行状态</h1>
      )}
      <RunningHead
        rooms={rooms}
        organId={organId}
        choice={choice}
        onState={filter}
        wall={wall}
        onWall={toggleWall}
      />
      <Report value={wall ? undefined : report}>
        <div className={styles.body} ref={fit.area}>
          {!wall && (
            <PlaceTree
              tree={tree}
              place={{ ...choice, organId: choice.organId ?? organId }}
              onChoose={place => choose({ ...place, state: place.faults ? undefined : state })}
            />
          )}
          <div
            className={`${styles.rooms} ${faults ? styles.everywhere : ''}`}
            style={fit.style}
            data-tile={fit.tile}
          >
            <OnWall value={wall}>
              {faults ? (
                <Faults />
              ) : (
                <>
                  {rooms.length === 0 && <EmptyState title="该机构还没有教室" hint="请选择其他机构" />}
                  {rooms.map(({ roomId, roomName }) => (
                    <RoomSection key={roomId} roomId={roomId} name={roomName} state={state} />
                  ))}
                  {state !== undefined && rooms.length > 0 && (
                    <NoneInState rooms={rooms} state={state} onAll={() => filter(undefined)} />
                  )}
                </>
              )}
            </OnWall>
          </div>
        </div>
      </Report>
      {form}
    </div>
  )
}

/** How many tiles a classroom has when only one state is shown. */
function shownOf({ counts }: Rooms[number], state: SimulatorState | undefined): number {
  return state === undefined ? total(counts) : counts[state]
}

function faultsShown(rooms: Rooms): number {
  return Math.min(
    mostFaults,
    rooms.reduce((sum, { counts }) => sum + counts.fault, 0),
  )
}

interface NoneProps {
  rooms: Rooms
  state: SimulatorState
  onAll: () => void
}

/** Says so where none of the classrooms has anything to show in the chosen state. */
function NoneInState({ rooms, state, onAll }: NoneProps) {
  const counts = useCounts(rooms, 'tiles')
  if (counts[state] > 0) return null
  const word = simulatorStates[state]
  return (
    <EmptyState
      title={`现在没有${word}的设备`}
      hint="有设备进入该状态时，它会立即出现在这里"
      action={<Button onClick={onAll}>显示全部状态</Button>}
    />
  )
}
