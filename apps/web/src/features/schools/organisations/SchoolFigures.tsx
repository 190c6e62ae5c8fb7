import { simulatorStates } from '@drivesim/contract/devices/devices/deviceShapes'
import { devices } from '@drivesim/contract/devices/devices/devices'
import type { SchoolInfo } from '@drivesim/contract/schools/organisations/organisationShapes'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { query } from '../../../api/query.ts'
import { schoolPath } from '../../../parts/SchoolLink.tsx'
import { stateLooks, stateOrder } from '../../../parts/SimulatorState.tsx'
import { TrainingTime } from '../../../parts/UseFigures.tsx'
import { useCan } from '../../../ui/Can.tsx'
import { compactNumber, number } from '../../../ui/format.ts'
import { KeyFigure, KeyFiguresSkeleton } from '../../../ui/KeyFigure.tsx'
import { StateTag } from '../../../ui/StateTag.tsx'
import styles from './school.module.css'

const labels = { students: '学员', devices: '设备', time: '近 30 天训练时长', applicants: '待确认报名' }

export function SchoolFiguresSkeleton() {
  return <KeyFiguresSkeleton labels={Object.values(labels)} low />
}

/** The school's key figures. Each opens the rows behind it, for people who may see them. */
export function SchoolFigures({ schoolId, info }: { schoolId: number; info: SchoolInfo }) {
  const maySeeDevices = useCan('device:simulator')
  const usage = useQuery(query(devices.schoolUse, { schoolId }, { quiet: true }))
  const tab = (search: string) => `${schoolPath(schoolId)}&tab=${search}`
  const devicesAt = (search: string) => (maySeeDevices ? tab(search) : undefined)
  const { students, simulators, waitingApplicants } = info
  const total = stateOrder.reduce((sum, state) => sum + simulators[state], 0)
  return (
    <section className="ui-figures ui-figures-low" aria-label="驾校数据">
      <KeyFigure
        label={labels.students}
        value={compactNumber(students)}
        exact={`${number(students)} 人`}
        to={`/student/studentManagement?schoolId=${schoolId}`}
      />
      <KeyFigure
        label={labels.devices}
        value={number(total)}
        to={devicesAt('devices')}
        parts={<States counts={simulators} to={state => devicesAt(`devices&devices.stateId=${state}`)} />}
      />
      {usage.data === undefined ? (
        <KeyFigure
          label={labels.time}
          value={usage.error === null ? <span className="ui-figure-awaited" /> : '—'}
          parts={usage.error !== null && <span role="alert">{usage.error.message}</span>}
        />
      ) : (
        <TrainingTime label={labels.time} usage={usage.data} to={devicesAt('use')} />
      )}
      <KeyFigure
        label={labels.applicants}
        value={number(waitingApplicants)}
        to={tab('applicants&applicants.state=waiting')}
      />
    </section>
  )
}

interface StatesProps {
  counts: SchoolInfo['simulators']
  to: (state: keyof SchoolInfo['simulators']) => string | undefined
}

/** The devices by state; a state that none is in is left out. */
function States({ counts, to }: StatesProps) {
  return (
    <span className={styles.states}>
      {stateOrder
        .filter(state => counts[state] > 0)
        .map(state => {
          const { tone, icon } = stateLooks[state]
          const tag = (
            <StateTag key={state} tone={tone} icon={icon}>
              {simulatorStates[state]} {number(counts[state])}
            </StateTag>
          )
          const address = to(state)
          return address === undefined ? (
            tag
          ) : (
            <Link key={state} to={address}>
              {tag}
            </Link>
          )
        })}
    </span>
  )
}
