import { contract } from '@drivesim/contract'
import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import { afterEach, expect, test } from 'vitest'
import { channelDays } from '../../../../test/channelDays.ts'
import { makeOrganisation, type NewMember } from '../../../../test/factories.ts'
import { type LiveStream, openLiveStream } from '../../../../test/liveStream.ts'
import { endAttention, openAttention } from '../../notices/attention/service.ts'
import { sayLive } from '../../tools/live/service.ts'

// That an open 首页 hears of what waits there, where the records have no event of their own.

const { enrolment, contracts } = contract
const days = await channelDays()
const streams: LiveStream[] = []
afterEach(() => {
  for (const stream of streams.splice(0)) stream.close()
})

async function listener(base: string, member: NewMember) {
  const { token, memberId } = await days.app.signedIn(member)
  const stream = await openLiveStream(base, token)
  streams.push(stream)
  return { stream, memberId }
}
type Listener = Awaited<ReturnType<typeof listener>>

/** How often each has heard it, after a word that comes later than all of them. */
async function heard(listeners: readonly Listener[]): Promise<number[]> {
  const { bus, db } = days.app.services
  const counts: number[] = []
  for (const { stream, memberId } of listeners) {
    const from = stream.events.length
    await sayLive(bus, db, { unread: [memberId] })
    await expect.poll(() => stream.events.slice(from).some(({ name }) => name === 'unread')).toBe(true)
    counts.push(stream.events.filter(({ name }) => name === 'todos').length)
  }
  return counts
}

test('who may have the to-do, and has its organisation in the scope, is told when it changes; nobody else is', async () => {
  const { app, rows } = days
  const base = await app.app.listen({ host: '127.0.0.1', port: 0 })
  const school = await makeOrganisation(app.services.pool, { name: '甲驾校' })
  const other = await makeOrganisation(app.services.pool, { name: '乙驾校' })
  const clerk = await app.signedIn({ codes: ['enroll:edit'], organs: [school] })
  const keeper = await app.signedIn({ codes: ['finance:contract', 'finance:edit', 'finance:accCheck'] })
  const told = await listener(base, { codes: ['enroll:edit'], organs: [school] })
  const platform = await listener(base, { codes: ['finance:edit'] })
  const elsewhere = await listener(base, { codes: ['enroll:edit', 'finance:accCheck'], organs: [other] })
  const codeless = await listener(base, { codes: ['ops:handle', 'device'], organs: [school] })
  /** Does something, and waits until one of them has heard of it. */
  const hears = async (one: Listener, what: () => Promise<unknown>) => {
    const told = () => one.stream.events.filter(({ name }) => name === 'todos').length
    const before = told()
    await what()
    await expect.poll(told).toBeGreaterThan(before)
  }

  await hears(told, () =>
    rows(
      `with config as (
         insert into enrolment_config (school_id, title, gear_type, class_type, price, valid_from, valid_until)
         values ($1, 'C1 班', 'C1', 'standard', 1, '2026-01-01', '2099-12-31') returning id)
       insert into applicant (config_id, name, phone) select id, '王芳', '13900000001' from config`,
      [school],
    ),
  )
  const { dataList: applicants } = (await clerk.call(enrolment.applicants, {})).data
  const refusal = { id: applicants[0]?.id ?? 0, accept: false, reason: '名额已满' }
  await hears(told, () => clerk.call(enrolment.confirm, refusal))
  const today = businessDayOf(Date.now())
  const terms = { mode: 'share' as const, platformBp: 3000, billingDay: 5, deposit: 0 }
  const form = { ...terms, schoolId: school, startsOn: addDays(today, -40), endsOn: addDays(today, 10) }
  await hears(told, () => keeper.call(contracts.add, form))
  // A bill's objection, which the platform has to answer.
  const to = { codes: ['finance:edit'] as const }
  const objection = { subject: 'bill:1', type: 'bill' as const, key: 'disputed', organId: null, to }
  await hears(platform, () => openAttention(app.services.db, [objection]))
  await hears(platform, () => endAttention(app.services.db, [objection]))
  // Money that fits no order.
  await hears(platform, () =>
    rows(`with told as (
        insert into pay_event (channel, event_id, order_no, channel_no, amount, paid_at) values ('wechat', 'E', 'X', 'Y', 1, now())
      ) select`).then(() => rows(`update pay_event set outcome = 'unknownOrder'`)),
  )

  const ofSchool = await heard([told, platform])
  const { statementId } = await days.taken(await days.fileOf([days.stranger(100)]))
  const [line] = await days.linesOf(statementId)
  await hears(platform, () => days.resolve(line?.lineId ?? 0, 'suspend'))
  expect(await heard([told])).toEqual(ofSchool.slice(0, 1))
  expect(await heard([elsewhere, codeless])).toEqual([0, 0])
})
