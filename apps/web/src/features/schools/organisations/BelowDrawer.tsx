import { AppstoreOutlined, BankOutlined, DesktopOutlined, ShopOutlined } from '@ant-design/icons'
import type { DataOf } from '@drivesim/contract/endpoint'
import { organisations } from '@drivesim/contract/schools/organisations/organisations'
import { useQuery } from '@tanstack/react-query'
import { Drawer, Tree, type TreeDataNode } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { query } from '../../../api/query.ts'
import { EnabledTag } from '../../../parts/EnabledTag.tsx'
import { SimulatorStateTag } from '../../../parts/SimulatorState.tsx'
import { number } from '../../../ui/format.ts'
import { BlockSkeleton, EmptyState, ErrorState } from '../../../ui/states.tsx'
import { useNarrow } from '../../../ui/useNarrow.ts'
import styles from './BelowDrawer.module.css'

type Below = DataOf<typeof organisations.below>
type Room = Below[number]['classrooms'][number]

interface Props {
  organizationId: number
  name: string
  onClosed: () => void
}

/** What hangs below a school: service points, their classrooms, their simulators. */
export function BelowDrawer({ organizationId, name, onClosed }: Props) {
  const [open, setOpen] = useState(true)
  const narrow = useNarrow()
  const below = useQuery(query(organisations.below, { organizationId }, { quiet: true }))
  return (
    <Drawer
      title={`${name} 的下属结构`}
      open={open}
      size={narrow ? '100%' : 720}
      onClose={() => setOpen(false)}
      afterOpenChange={now => !now && onClosed()}
    >
      {below.error !== null && <ErrorState error={below.error} onRetry={() => void below.refetch()} />}
      {below.error === null && below.data === undefined && <BlockSkeleton height={320} />}
      {below.data !== undefined && <BelowTree below={below.data} root={organizationId} />}
    </Drawer>
  )
}

function BelowTree({ below, root }: { below: Below; root: number }) {
  const points = below.filter(({ organizationId }) => organizationId !== root)
  const rooms = below.flatMap(({ classrooms }) => classrooms)
  const simulators = rooms.flatMap(room => room.simulators)
  if (points.length === 0 && rooms.length === 0)
    return <EmptyState title="还没有服务点和教室" hint="先新增教室，再把设备登记到教室里" />
  return (
    <>
      <p className={`${styles.sums} ui-digits`}>
        {number(points.length)} 个服务点 · {number(rooms.length)} 间教室 · {number(simulators.length)} 台设备
      </p>
      <Tree
        blockNode
        showIcon
        selectable={false}
        defaultExpandedKeys={[`organ-${root}`]}
        treeData={below.map(organ => organNode(organ, root))}
      />
    </>
  )
}

function organNode(organ: Below[number], root: number): TreeDataNode {
  const own = organ.organizationId === root
  return {
    key: `organ-${organ.organizationId}`,
    icon: own ? <BankOutlined aria-hidden /> : <ShopOutlined aria-hidden />,
    title: (
      <span className={styles.node}>
        <span>{organ.name}</span>
        <span className="ui-quiet">{number(organ.classrooms.length)} 间教室</span>
        {organ.state === 'disabled' && <EnabledTag enabled={false} />}
      </span>
    ),
    children: organ.classrooms.map(roomNode),
  }
}

function roomNode(room: Room): TreeDataNode {
  return {
    key: `room-${room.roomId}`,
    icon: <AppstoreOutlined aria-hidden />,
    title: (
      <span className={styles.node}>
        <span>{room.roomName}</span>
        <span className="ui-quiet">{number(room.simulators.length)} 台设备</span>
        {room.state === 'disabled' && <EnabledTag enabled={false} />}
      </span>
    ),
    children: room.simulators.map(simulator => ({
      key: `simulator-${simulator.simulatorId}`,
      icon: <DesktopOutlined aria-hidden />,
      title: (
        <span className={styles.node}>
          <Link to={`/device/deviceDetail?simulatorId=${simulator.simulatorId}`}>
            {simulator.simulatorName}
          </Link>
          <span className="ui-quiet">{simulator.simulatorNum}</span>
          <SimulatorStateTag of={simulator} />
        </span>
      ),
    })),
  }
}
