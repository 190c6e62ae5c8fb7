import { organisationTypes } from '@drivesim/contract'
import {
  classroomForm,
  classroomList,
  organisationForm,
  schoolList,
} from '@drivesim/contract/schools/organisations/organisationShapes'
import type { LogNames } from '../../../platform/logNames.ts'

/** What people call these tables, in the operation log. */
export const organisationNames: LogNames = {
  organisation: {
    name: '机构',
    fields: [schoolList, organisationForm],
    columns: { type: '类型', province_code: '省份', city_code: '城市' },
    values: { type: organisationTypes },
  },
  classroom: {
    name: '教室',
    fields: [classroomList, classroomForm],
    columns: { network_address: '网络地址' },
  },
}
