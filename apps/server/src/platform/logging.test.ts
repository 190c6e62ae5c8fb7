import { Writable } from 'node:stream'
import { contract } from '@drivesim/contract'
import { expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { query } from '../../test/database.ts'
import { makeOrganisation } from '../../test/factories.ts'

const { students, search } = contract
const phone = '13612341556'

test('what is searched for, and what the database says of it, is in no line of the log', async () => {
  const lines: string[] = []
  const logTo = new Writable({
    write(line, _encoding, written) {
      lines.push(String(line))
      written()
    },
  })
  const app = await testApp({}, undefined, logTo)
  const schoolId = await makeOrganisation(app.services.pool)
  const person = await app.signedIn({ codes: ['student:edit'] })
  await person.call(students.list, { paramValue: phone })
  await person.call(search.records, { text: phone })
  await app.app.inject(`/nothing?paramValue=${phone}`)
  // A row that does not fit, with what the database says of such rows and values.
  await query(
    app.database.ownerUrl,
    `create function fail() returns trigger language plpgsql as $$ begin
       raise 'invalid input syntax: "%"', new.phone using errcode = '22P02', detail = 'Failing row: ' || new.phone;
     end $$;
     create trigger fail before insert on student for each row execute function fail()`,
  )
  try {
    const form = { schoolId, userName: '王芳', userPhone: phone, gearType: 'C1' as const }
    expect(await person.call(students.add, form)).toMatchObject({ status: 500 })
  } finally {
    await query(app.database.ownerUrl, 'drop function fail() cascade')
    await app.close()
  }
  const log = lines.join('')
  expect(log).toContain(`"url":"/dm-api${students.list.path}"`)
  expect(log).toContain('request failed')
  expect(log).not.toContain(phone)
})
