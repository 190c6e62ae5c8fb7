import { Tabs } from 'antd'
import { useRef, useState } from 'react'
import { SectionContent } from '../../../parts/SectionContent.tsx'
import { useSections } from '../../../parts/sections.ts'
import { showSessions } from '../../../parts/sessionsLink.ts'
import { Panel } from '../../../ui/PageHead.tsx'
import { useAddressParam } from '../../../ui/useAddressParam.ts'
import { useNarrow } from '../../../ui/useNarrow.ts'
import { CommandList } from './Commands.tsx'
import { Communication } from './Communication.tsx'
import { Faults, Sessions } from './recordLists.tsx'

/** What happened on a device; who comes from a bar of a chart stands before its sessions. */
export function Records({ simulatorId }: { simulatorId: number }) {
  const [shown, show] = useState('sessions')
  const sections = useSections('deviceDetail')
  const panel = useRef<HTMLDivElement>(null)
  const narrow = useNarrow()
  const showThem = () => {
    show('sessions')
    panel.current?.scrollIntoView({ block: 'start' })
  }
  useAddressParam('act', showThem, showSessions)
  return (
    <div ref={panel}>
      <Panel title="记录">
        <Tabs
          activeKey={shown}
          onChange={show}
          // All of them stand beside each other on a phone, too.
          {...(narrow && { tabBarGutter: 12 })}
          items={[
            { key: 'sessions', label: '训练记录', children: <Sessions simulatorId={simulatorId} /> },
            { key: 'faults', label: '故障记录', children: <Faults simulatorId={simulatorId} /> },
            { key: 'commands', label: '指令记录', children: <CommandList simulatorId={simulatorId} /> },
            { key: 'communication', label: '通信', children: <Communication simulatorId={simulatorId} /> },
            ...sections.map(section => ({
              key: section.name,
              label: section.title,
              children: <SectionContent section={section} given={{ simulatorId }} />,
            })),
          ]}
        />
      </Panel>
    </div>
  )
}
