import { accessCodes } from '@drivesim/contract/access'
import { boardFigureKeys } from '@drivesim/contract/board/dashboard/boardFigures'
import { simulatorPlainFields } from '@drivesim/contract/devices/devices/deviceShapes'
import { QueryClient } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { homePath } from '../app/guard/paths.ts'
import HomePage from '../features/board/home/HomePage.tsx'
import { Product } from '../Product.tsx'
import { type FirstAnswers, keepAnswers } from './firstAnswers.ts'
import { StaticFrame } from './StaticFrame.tsx'

/**
 * Renders 首页 as the browser will, on the server: seen before the browser has the code
 * (docs/decisions/0014).
 */
export function renderFirstPage(answers: FirstAnswers): string {
  const client = new QueryClient()
  keepAnswers(client, answers)
  return renderToString(
    <Product>
      <StaticFrame path={homePath} me={answers.me} client={client}>
        <HomePage />
      </StaticFrame>
    </Product>,
  )
}

/** Renders it for nobody, with all that it may show, so that its code is compiled when the first person comes. */
export function rehearse(): void {
  renderFirstPage(sample)
}

const at = '2026-01-01T00:00:00.000Z'
const figure = { value: 1, today: 1, current: 1, previous: 2, change: -0.5, more: [] }
const use = { times: 1, seconds: 3600, effectiveSeconds: 1800, people: 1 }
const nothingFilledIn = Object.fromEntries(simulatorPlainFields.map(field => [field, null])) as Record<
  (typeof simulatorPlainFields)[number],
  null
>
const sample: FirstAnswers = {
  me: {
    userId: 0,
    userName: '',
    userPhone: null,
    userIcon: null,
    userMail: null,
    userAccount: '',
    userOrganName: '',
    belongOrgans: [],
    avatar: null,
    permissions: [...accessCodes],
    mustChangePassword: false,
    mustAddFactor: false,
    factorDueAt: null,
    mostIdleMinutes: null,
    decidesAlone: false,
  },
  overview: {
    failed: [],
    figures: {
      basis: { today: '', current: null, previous: null, mean: 1, hours: null, unfinished: true, words: '' },
      values: boardFigureKeys.map(key => ({ ...figure, key })),
    },
    pinned: [{ messageId: 0, title: '', brief: '', sentAt: at, pinnedUntil: at }],
    devices: {
      counts: { idle: 1, training: 1, fault: 1, offline: 1, disabled: 1 },
      attention: Array.from({ length: 10 }, (_, simulatorId) => ({
        simulatorId,
        simulatorName: '',
        simulatorNum: '',
        organId: 0,
        organName: '',
        roomId: 0,
        classroomName: '',
        ...nothingFilledIn,
        stateId: 'fault' as const,
        stateName: '',
        lastSeenAt: null,
        version: 0,
        stateSince: at,
      })),
      today: use,
      yesterday: use,
      hours: Array.from({ length: 24 }, (_, hour) => ({ hour, seconds: 60 * hour })),
    },
  },
  unread: 1,
}
