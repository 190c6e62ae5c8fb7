import type { NoticeChannel } from '@drivesim/contract'
import { businessDayOf, dayStart } from '@drivesim/contract/businessDay'

export const minute = 60_000
export const day = 86_400_000
export const start = Date.parse('2026-03-16T00:00:00+08:00')
export const channels: readonly NoticeChannel[] = ['system', 'sms', 'email']

/** A person's row for one channel. */
export interface Setting {
  channel: NoticeChannel
  limit: number
  /** Minutes of the day in Shanghai. */
  begin: number
  end: number
  days: number
}
export interface Outage {
  from: number
  to: number
}

/** The rule of the product in its plainest form, without a database: the moments at which one is due to be told. */
export function dueMoments(outages: readonly Outage[], setting: Setting): number[] {
  const due: number[] = []
  for (const { from, to } of outages) {
    for (;;) {
      const last = due.at(-1)
      const at = openingTime(
        Math.max(from + setting.limit * minute, last === undefined ? 0 : last + setting.days * day),
        setting,
      )
      if (at >= to) break
      due.push(at)
    }
  }
  return due
}

export function openingTime(at: number, { begin, end }: Setting): number {
  if (begin === end) return at
  const midnight = dayStart(businessDayOf(at))
  const ofDay = at - midnight
  const opens = midnight + begin * minute
  const isOpen =
    begin < end
      ? ofDay >= begin * minute && ofDay < end * minute
      : ofDay >= begin * minute || ofDay < end * minute
  if (isOpen) return at
  return at < opens ? opens : opens + day
}

export const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** A row that lets a person be told at any time. */
export const alwaysAllowed = (channel: NoticeChannel, limit: number, days = 1): Setting => ({
  channel,
  limit,
  begin: 0,
  end: 0,
  days,
})

/** What a person saves for one kind of notice: these rows, and none in the other channels. */
export const saveSettingsSql = (memberId: number, type: string, settings: readonly Setting[]) =>
  channels
    .map(channel => {
      const { limit, begin, end, days } =
        settings.find(one => one.channel === channel) ?? alwaysAllowed(channel, 0)
      const enabled = settings.some(one => one.channel === channel)
      return `insert into notice_config (member_id, channel, message_type, enabled, create_limit, able_time_begin,
        able_time_end, effective_time) values (${memberId}, '${channel}', '${type}', ${enabled}, ${limit},
        '${clock(begin)}', '${clock(end)}', ${days})`
    })
    .join(';')

/** What changes in the database as a fact about a device does, as the gateway would have it. */
export function factChangeSql(id: number, to: 'offline' | 'online' | 'fault' | 'ok', moment: number): string {
  const at = `'${iso(moment)}'`
  const isLink = to === 'offline' || to === 'online'
  const fact = isLink ? 'link' : 'health'
  // The gateway's sweep lives in the present: it must know nothing of a device while that is online.
  const state = isLink
    ? `online = ${to === 'online'}, last_seen_at = ${to === 'online' ? null : at}, online_since = ${at}`
    : `health = '${to}', health_since = ${at}`
  const interval =
    to === 'offline' || to === 'fault'
      ? `insert into simulator_interval (simulator_id, fact, value, organ_id, room_id, started_at)
         select id, '${fact}', '${to}', organ_id, room_id, ${at} from simulator where id = ${id};`
      : `update simulator_interval set ended_at = ${at}
         where simulator_id = ${id} and fact = '${fact}' and ended_at is null;`
  return `update simulator_state set ${state} where simulator_id = ${id}; ${interval}`
}

const iso = (at: number) => new Date(at).toISOString()

/** The stretches offline between such turns, up to a moment. */
export function outagesOf(moments: readonly number[], end: number): Outage[] {
  return moments.flatMap((from, index) =>
    index % 2 === 0 ? [{ from, to: moments[index + 1] ?? end + 1 }] : [],
  )
}
