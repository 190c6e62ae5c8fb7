import { createHash, randomBytes } from 'node:crypto'
import { addDays } from '@drivesim/contract/businessDay'
import type {
  Business,
  DemoClassroom,
  DemoOrganisation,
  DemoSimulator,
  DemoStudent,
} from '@drivesim/fleet/business'
import { mobileNumber, personName } from '@drivesim/fleet/names'
import { type Random, randomOf } from '@drivesim/fleet/random'
import { type City, cities } from './places.seed.ts'

/** How large the demo business is; tests make a small one. */
export interface Size {
  readonly schools: number
  readonly classrooms: number
  readonly simulators: number
  readonly students: number
  /** Days of history, today included. */
  readonly days: number
  /** The last ones of these have lessons too; of the older ones only the machines are kept. */
  readonly lessonDays: number
}
/** Half a year of faults and repairs; of lessons, which are many, what a first start has the time for. */
export const wholeSize: Size = {
  schools: 12,
  classrooms: 40,
  simulators: 300,
  students: 5000,
  days: 184,
  lessonDays: 90,
}

/** Ids for the rows, in rising order, taken from the database beforehand. */
interface Ids {
  organisations: readonly number[]
  classrooms: readonly number[]
  simulators: readonly number[]
  students: readonly number[]
}

const sitesPerSchool = 3

/** Rows of `organisation` that a business of this size has. */
export function organisationsOf(size: Size): number {
  return 1 + size.schools * sitesPerSchool
}

/** What places are made from. */
interface Given {
  readonly seed: number
  readonly today: string
  readonly size: Size
  readonly ids: Ids
}

/** The places, simulators and students as they stand on a day: the same seed gives the same, but for the device keys. */
export function makePlaces(
  given: Given,
): Pick<Business, 'organisations' | 'classrooms' | 'simulators' | 'students'> {
  const organisations = makeOrganisations(given)
  const classrooms = makeClassrooms(given, organisations)
  return {
    organisations,
    classrooms,
    simulators: makeSimulators(given, organisations, classrooms),
    students: makeStudents(given, classrooms),
  }
}

function makeOrganisations({ seed, size, ids }: Given): DemoOrganisation[] {
  const random = randomOf(seed, 'organisations')
  const person = () => ({ contact: personName(random), phone: mobileNumber(random) })
  const idOf = (index: number) => itemAt(ids.organisations, index)
  const root: DemoOrganisation = {
    id: idOf(0),
    name: '驭行驾培科技有限公司',
    type: 'platform',
    parentId: null,
    provinceCode: '440000',
    cityCode: '440100',
    address: '广东省广州市黄埔区科学大道 182 号',
    ...person(),
  }
  const below = cities.slice(0, size.schools).flatMap((city, school) =>
    city.sites.map(([district, address], site): DemoOrganisation => {
      const own = idOf(1 + school * sitesPerSchool + site)
      return {
        id: own,
        name: site === 0 ? city.school : `${city.school}${district}服务点`,
        type: site === 0 ? 'school' : 'servicePoint',
        parentId: site === 0 ? root.id : idOf(1 + school * sitesPerSchool),
        provinceCode: city.provinceCode,
        cityCode: city.cityCode,
        address: `${city.name}${address}`,
        ...person(),
      }
    }),
  )
  return [root, ...below]
}

/** One classroom a site, the rest second classrooms of the first schools. */
function makeClassrooms(
  { seed, size, ids }: Given,
  organisations: readonly DemoOrganisation[],
): DemoClassroom[] {
  const random = randomOf(seed, 'classrooms')
  const sites = organisations.filter(organisation => organisation.type !== 'platform')
  const schools = sites.filter(site => site.type === 'school')
  const placed = [...sites, ...schools].slice(0, size.classrooms)
  // In the order of the organisations, so that the ids of a school's classrooms are neighbours.
  placed.sort((one, other) => one.id - other.id)
  const even = Math.floor(size.simulators / placed.length)
  const more = size.simulators - even * placed.length
  return placed.map((organ, index) => {
    const isSecond = placed[index - 1] === organ
    const seats = even + (index < more ? 1 : 0) + unevenness(index, placed.length)
    return {
      id: itemAt(ids.classrooms, index),
      organId: organ.id,
      schoolId: organ.type === 'school' ? organ.id : (organ.parentId ?? organ.id),
      name: isSecond ? '二号模拟教室' : organ.type === 'school' ? '一号模拟教室' : '模拟训练教室',
      address: `${organ.address ?? ''} ${isSecond ? '三' : '二'}楼`,
      opensAt: random.pick([8 * 60, 8 * 60, 8 * 60 + 30]),
      closesAt: random.pick([20 * 60, 20 * 60 + 30, 21 * 60]),
      seats,
      network: `10.${20 + (index % 200)}.0.1`,
    }
  })
}

/** Neighbouring rooms differ: what one has more, the next has less. */
function unevenness(index: number, rooms: number): number {
  if (index % 2 === 1) return -1
  return index + 1 < rooms ? 1 : 0
}

const models = [
  { model: 'YX-VR200', software: ['3.1.4', '3.2.0'] },
  { model: 'YX-VR300', software: ['3.2.0', '3.2.1'] },
  { model: 'YX-4D600', software: ['4.0.2', '4.1.0'] },
] as const

function makeSimulators(
  { seed, today, ids }: Given,
  organisations: readonly DemoOrganisation[],
  classrooms: readonly DemoClassroom[],
): DemoSimulator[] {
  const random = randomOf(seed, 'simulators')
  const numbers = new Map<number, number>()
  let made = 0
  return classrooms.flatMap((room, roomIndex) => {
    const city = cityOf(organisations, room.schoolId)
    return Array.from({ length: room.seats }, (_, seatIndex): DemoSimulator => {
      const number = (numbers.get(room.schoolId) ?? 0) + 1
      numbers.set(room.schoolId, number)
      const kind = random.weighted(models, one => (one.model === 'YX-VR300' ? 3 : 2))
      // Some came lately, and have a shorter history.
      const age = random.chance(0.06) ? random.int(10, 100) : random.int(130, 900)
      const key = randomBytes(32).toString('base64url')
      const installedDay = addDays(today, -age)
      made += 1
      return {
        id: itemAt(ids.simulators, made - 1),
        sn: `SIM-${city.short}01-${String(number).padStart(4, '0')}`,
        key,
        keyHash: createHash('sha256').update(key).digest(),
        name: `${String(seatIndex + 1).padStart(2, '0')} 号模拟器`,
        organId: room.organId,
        roomId: room.id,
        seat: seatIndex + 1,
        headsetIp: `10.${20 + (roomIndex % 200)}.0.${101 + seatIndex}`,
        bindNum: `${city.short}${String(number).padStart(3, '0')}`,
        carNum: `${city.plate}${plateDigits(number, random)}学`,
        model: kind.model,
        software: random.pick(kind.software),
        installedDay,
        warrantyDay: addDays(installedDay, 3 * 365),
        disabledDay: made % 100 === 37 ? addDays(today, -random.int(3, 15)) : null,
      }
    })
  })
}

/** Four digits, none given twice in a school: they count up in uneven steps. */
function plateDigits(number: number, random: Random): string {
  return String(1000 + number * 67 + random.int(0, 60)).padStart(4, '0')
}

function makeStudents({ seed, today, ids }: Given, classrooms: readonly DemoClassroom[]): DemoStudent[] {
  const random = randomOf(seed, 'students')
  const familyPhones = new Map<number, string>()
  return ids.students.map(id => {
    const room = random.weighted(classrooms, one => one.seats)
    const name = personName(random)
    const ownPhone = mobileNumber(random)
    // Families share a number now and then.
    const phone = random.chance(0.02) ? (familyPhones.get(room.id) ?? ownPhone) : ownPhone
    familyPhones.set(room.id, phone)
    return {
      id,
      name,
      phone,
      schoolId: room.schoolId,
      roomId: room.id,
      gearType: random.chance(0.64) ? 'C1' : 'C2',
      registeredDay: addDays(today, -random.int(0, 220)),
    }
  })
}

function cityOf(organisations: readonly DemoOrganisation[], schoolId: number): City {
  const school = organisations.find(organisation => organisation.id === schoolId)
  const city = cities.find(one => one.school === school?.name)
  if (city === undefined) throw new Error(`No city for the school ${schoolId}`)
  return city
}

function itemAt<T>(items: readonly T[], index: number): T {
  const item = items[index]
  if (item === undefined) throw new RangeError(`The demo business needs more than ${items.length} ids`)
  return item
}
