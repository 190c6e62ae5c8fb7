import { bannerForm, bannerList, menuForm } from '@drivesim/contract/schools/apps/appShapes'
import { apps } from '@drivesim/contract/schools/apps/apps'
import type { LogNames } from '../../../platform/logNames.ts'

/** What people call these tables, in the operation log. */
export const appNames: LogNames = {
  app_menu: {
    name: '应用菜单',
    fields: [menuForm],
    columns: { name: '菜单名称', parent_id: '上级菜单', school_id: '所属驾校', small: '小图标' },
    // Follows from the icon.
    internal: ['picture'],
  },
  app_banner: {
    name: '轮播图',
    fields: [bannerForm],
    columns: {
      begins_on: bannerList.columns.begin.word,
      ends_on: bannerList.columns.end.word,
    },
    // Follows from the address.
    internal: ['picture'],
  },
  app_banner_school: { name: '轮播图的驾校', columns: { banner_id: '轮播图' } },
  app_device_config: {
    name: '设备参数',
    fields: [apps.saveDeviceConfig.input],
    columns: { lesson_minutes: '单次训练时长（分钟）' },
  },
  offline_reminder_default: {
    name: '离线提醒默认值',
    fields: [apps.saveOfflineDefaults.input],
    columns: { create_limit: '通知时间（分钟）' },
  },
}
