import { setTimeout as wait } from 'node:timers/promises'
import { addDays, businessDayOf, dayStart } from '@drivesim/contract/businessDay'
import { readCalendar } from './calendar.ts'
import { patience } from './pace.ts'

// Before each file: what is of today when it begins is so when it ends. One that would meet midnight begins after it.

const left = dayStart(addDays(businessDayOf(Date.now()), 1)) - Date.now()
if (left < patience(30_000)) await wait(left + 10)
readCalendar()
