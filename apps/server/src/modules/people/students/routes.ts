import { contract, type GearType, gearType, gearTypes, studentList } from '@drivesim/contract'
import { implement } from '../../../platform/http/implement.ts'
import { fileColumns } from '../../../platform/lists/fileColumns.ts'
import { files, pages } from '../../../platform/lists/list.ts'
import type { Module } from '../../../platform/module.ts'
import { studentBulkParts } from './bulk.service.ts'
import { studentCounts, studentMinutes, studentTrained } from './checks.queries.ts'
import { studentComments } from './comments.service.ts'
import { studentEvents } from './events.service.ts'
import { importStudents } from './import.service.ts'
import { studentInfo } from './info.service.ts'
import { students } from './list.queries.ts'
import { coachesToChoose, tagsInUse } from './marks.queries.ts'
import { setNote, setTags } from './marks.service.ts'
import { studentNames } from './names.ts'
import { idNumbersOpen } from './rotation.service.ts'
import { studentSearch } from './search.service.ts'
import { studentsSeed } from './seed.ts'
import * as service from './service.ts'

const gearOptions = gearType.options.map((value: GearType) => ({ value, label: gearTypes[value] }))

export const studentsModule: Module = {
  logNames: [studentNames],
  comments: [studentComments.comments],
  live: [studentComments.live],
  notices: [studentComments.notices],
  checks: [studentCounts, studentMinutes, studentTrained, idNumbersOpen],
  seed: [studentsSeed],
  search: [studentSearch],
  bulk: studentBulkParts,
  events: [studentEvents],
  routes(app, services) {
    const { dataKeys } = services
    implement({ app, services }, 'students', contract.students, {
      list: pages(students),
      export: files('学员列表', students, fileColumns(studentList, {})),
      info: (input, call) => studentInfo(call, input),
      add: (input, call) => service.addStudent(services, call, input),
      modify: (input, call) => service.modifyStudent(services, call, input),
      enrol: (input, call) => service.enrol(services, call, input),
      note: (input, call) => setNote(call, input),
      tag: (input, call) => setTags(call, input),
      tags: ({ schoolId }, { db, scope }) => tagsInUse(db, scope, schoolId),
      coaches: ({ schoolId }, { db, scope }) => coachesToChoose(db, scope, schoolId),
      reveal: (input, call) => service.reveal(dataKeys, call, input),
      import: (input, call) => importStudents(services, call, input),
      gearTypes: () => gearOptions,
    })
  },
}
