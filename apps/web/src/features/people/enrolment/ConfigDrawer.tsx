import { classTypes } from '@drivesim/contract/people/enrolment/enrolmentShapes'
import { deviceLine } from '../../../parts/deviceWords.ts'
import { EnabledTag } from '../../../parts/EnabledTag.tsx'
import { gearName } from '../../../parts/gearTypes.ts'
import { DaySpan } from '../../../ui/DateTime.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { money, number } from '../../../ui/format.ts'
import { ReadDrawer } from '../../../ui/ReadDrawer.tsx'
import type { Bindable } from './BindForm.tsx'
import styles from './enrolment.module.css'

/** Everything of one configuration, and who and what serves it. */
export function ConfigDrawer({ config, coaches, simulators, onClosed }: Bindable & { onClosed: () => void }) {
  const bound = coaches.filter(({ id }) => config.coachIds.includes(id))
  const serving = simulators.filter(({ simulatorId }) => config.simulatorIds.includes(simulatorId))
  return (
    <ReadDrawer title={config.title} onClosed={onClosed}>
      <Facts
        items={[
          ['状态', <EnabledTag key="state" enabled={config.state === 'enabled'} />],
          ['驾校', config.schoolName],
          ['驾照类型', gearName(config.gearType)],
          ['班型', classTypes[config.classType]],
          ['价格', money(config.price)],
          ['原价', config.originalPrice === null ? null : money(config.originalPrice)],
          ['有效期', <DaySpan key="valid" from={config.validFrom} until={config.validUntil} />],
          ['报名', `${number(config.applicants)} 人`],
        ]}
      />
      <h3 className={styles.part}>课程内容</h3>
      <p className={styles.words}>{config.contents ?? '—'}</p>
      <h3 className={styles.part}>教练（{number(bound.length)}）</h3>
      <Names names={bound.map(({ id, name }) => [id, name])} none="还没有绑定在职的教练" />
      <h3 className={styles.part}>设备（{number(serving.length)}）</h3>
      <Names
        names={serving.map(simulator => [simulator.simulatorId, deviceLine(simulator)])}
        none="还没有绑定设备"
      />
    </ReadDrawer>
  )
}

function Names({ names, none }: { names: [id: number, name: string][]; none: string }) {
  if (names.length === 0) return <p className="ui-quiet">{none}</p>
  return (
    <ul className={styles.names}>
      {names.map(([id, name]) => (
        <li key={id}>{name}</li>
      ))}
    </ul>
  )
}
