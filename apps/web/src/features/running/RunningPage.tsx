import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { BlockSkeleton, EmptyState, ErrorState } from '../../ui/states.tsx'
import { BoardHead } from './BoardHead.tsx'
import { BoardTree } from './BoardTree.tsx'
import styles from './board.module.css'
import { type BoardTree as BoardTreeData, type Choice, chosenOrganisation, chosenRooms } from './board.ts'
import { RoomSection } from './RoomSection.tsx'
import { useLiveBoard, useTree } from './useBoard.ts'

/** 运行状态: every simulator of an organisation or classroom, as it is now. */
export default function RunningPage() {
  useLiveBoard()
  const tree = useTree()
  if (tree.data === undefined) {
    if (tree.error !== null) return <ErrorState error={tree.error} onRetry={() => void tree.refetch()} />
    return <BlockSkeleton height={480} />
  }
  if (tree.data.length === 0)
    return <EmptyState title="您管理的机构还没有教室和设备" hint="请先登记教室，再新增设备" />
  return <Board tree={tree.data} />
}

function Board({ tree }: { tree: BoardTreeData }) {
  const box = useRef<HTMLDivElement>(null)
  const [choice, choose] = useChoice()
  const [wall, toggleWall] = useWall(box)
  const rooms = chosenRooms(tree, choice)
  const organId = chosenOrganisation(tree, rooms)
  return (
    <div className={styles.board} data-wall={wall || undefined} ref={box}>
      <h1 className="visually-hidden">运行状态</h1>
      <BoardHead rooms={rooms} organId={organId} wall={wall} onWall={toggleWall} />
      <div className={styles.body}>
        {!wall && (
          <BoardTree
            tree={tree}
            organId={choice.organId ?? organId}
            roomId={choice.roomId}
            onChoose={choose}
          />
        )}
        <div className={styles.rooms}>
          {rooms.length === 0 && <EmptyState title="该机构还没有教室" hint="请选择其他机构" />}
          {rooms.map(room => (
            <RoomSection key={room.roomId} roomId={room.roomId} name={room.roomName} />
          ))}
        </div>
      </div>
    </div>
  )
}

/** What is chosen lives in the address, so that a link or a reload shows the same board. */
function useChoice(): [Choice, (organId: number, roomId?: number) => void] {
  const [search, setSearch] = useSearchParams()
  const number = (name: string) => {
    const text = search.get(name) ?? ''
    return /^\d{1,15}$/.test(text) ? Number(text) : undefined
  }
  const choose = (organId: number, roomId?: number) => {
    const next = new URLSearchParams({ organId: String(organId) })
    if (roomId !== undefined) next.set('roomId', String(roomId))
    setSearch(next)
  }
  return [{ organId: number('organId'), roomId: number('roomId') }, choose]
}

/** Wall screen: the board alone fills the screen; the browser's own way out counts too. */
function useWall(box: React.RefObject<HTMLDivElement | null>): [boolean, () => void] {
  const [wall, setWall] = useState(false)
  useEffect(() => {
    const board = box.current
    const isFull = () => board !== null && document.fullscreenElement === board
    const follow = () => setWall(isFull())
    document.addEventListener('fullscreenchange', follow)
    return () => {
      document.removeEventListener('fullscreenchange', follow)
      // Another page was opened from the wall: what is hidden must not keep the screen.
      if (isFull()) void document.exitFullscreen()
    }
  }, [box])
  const toggle = () => void (wall ? document.exitFullscreen() : box.current?.requestFullscreen())
  return [wall, toggle]
}
