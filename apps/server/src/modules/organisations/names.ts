import { organisationTypes } from '@drivesim/contract'
import type { LogNames } from '../../platform/logNames.ts'

/** What people call these tables, in the operation log. */
export const organisationNames: LogNames = {
  organisation: {
    name: '机构',
    columns: {
      type: '类型',
      parent_id: '上级',
      province_code: '省份',
      city_code: '城市',
      address: '地址',
      contact: '联系人',
      phone: '电话',
    },
    values: { type: organisationTypes },
  },
  classroom: {
    name: '教室',
    columns: {
      address: '地址',
      opens_at: '开门时间',
      closes_at: '关门时间',
      seats: '座位数',
      network_address: '网络地址',
    },
  },
}
