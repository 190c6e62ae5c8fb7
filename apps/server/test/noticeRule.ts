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
      const at = opening(
        Math.max(from + setting.limit * minute, last === undefined ? 0 : last + setting.days * day),
        setting,
      )
      if (at >= to) break
      due.push(at)
    }
  }
  return due
}

export function opening(at: number, { begin, end }: Setting): number {
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
export const always = (channel: NoticeChannel, limit: number, days = 1): Setting => ({
  channel,
  limit,
  begin: 0,
  end: 0,
  days,
})

/** What changes in the database as a device goes offline (its even turns) or comes back. */
export const flip = (id: number, turn: number, moment: number) =>
  turn % 2 === 0
    ? `update simulator_state set online = false, online_since = '${iso(moment)}' where simulator_id = ${id};
       insert into simulator_interval (simulator_id, fact, value, organ_id, room_id, started_at)
       select id, 'link', 'offline', organ_id, room_id, '${iso(moment)}' from simulator where id = ${id};`
    : `update simulator_state set online = true, online_since = '${iso(moment)}' where simulator_id = ${id};
       update simulator_interval set ended_at = '${iso(moment)}'
       where simulator_id = ${id} and fact = 'link' and ended_at is null;`

const iso = (at: number) => new Date(at).toISOString()

/** The stretches offline between such turns, up to a moment. */
export function outagesOf(moments: readonly number[], end: number): Outage[] {
  return moments.flatMap((from, index) =>
    index % 2 === 0 ? [{ from, to: moments[index + 1] ?? end + 1 }] : [],
  )
}
