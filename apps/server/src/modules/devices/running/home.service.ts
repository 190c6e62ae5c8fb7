import { type LiveSimulator, mostBlockRows, simulatorStates } from '@drivesim/contract'
import type { HomeBlockContent, HomeBlockPart } from '../../../platform/homePart.ts'
import { liveSimulators } from '../devices/live.service.ts'
import { countStates } from '../devices/rows.service.ts'

const page = '/device/runningState'

/** 正在训练: who trains now and on which simulator, the longest first. */
export const trainingBlock: HomeBlockPart = {
  key: 'training',
  async read(db, scope) {
    const counts = await countStates(db, scope)
    const longest = { stateId: 'training', most: mostBlockRows } as const
    const figures = (['training', 'idle', 'fault'] as const).map(state => ({
      label: simulatorStates[state],
      unit: 'count' as const,
      value: counts[state],
      tone: state === 'fault' ? ('danger' as const) : ('normal' as const),
      to: state === 'fault' ? `${page}?view=faults` : page,
    }))
    return { figures, rows: (await liveSimulators(db, scope, { longest })).map(rowOf) }
  },
}

function rowOf(simulator: LiveSimulator): HomeBlockContent['rows'][number] {
  const { simulatorId, simulatorName, carNum, organName, classroomName, student, module } = simulator
  return {
    key: String(simulatorId),
    title: student ?? '未登记学员',
    note: `${carNum ?? simulatorName} · ${organName} · ${classroomName}`,
    mark: module ?? '',
    tone: 'normal',
    at: simulator.startedAt ?? simulator.stateSince,
    to: `/device/deviceDetail?simulatorId=${simulatorId}`,
  }
}
