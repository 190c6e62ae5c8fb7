import type { LogNames } from '../../platform/logNames.ts'

/** What people call these tables, in the operation log. */
export const appNames: LogNames = {
  app_menu: {
    name: '应用菜单',
    columns: { name: '菜单名称', parent_id: '上级', small: '小图标', icon: '图标' },
    // Follows from the icon.
    internal: ['picture'],
  },
  app_banner: {
    name: '轮播图',
    columns: {
      title: '标题',
      image_url: '图片',
      link: '链接',
      begins_on: '开始日期',
      ends_on: '结束日期',
    },
    // Follows from the address.
    internal: ['picture'],
  },
  app_banner_school: { name: '轮播图的驾校', columns: { banner_id: '轮播图' } },
  app_device_config: {
    name: '设备参数',
    columns: {
      lesson_minutes: '每节课分钟数',
      volume: '音量',
      pass_score: '及格分',
      voice_guide: '语音引导',
    },
  },
  offline_reminder_default: {
    name: '离线提醒默认值',
    columns: {
      create_limit: '通知时间（分钟）',
      able_time_begin: '接收开始时间',
      able_time_end: '接收结束时间',
      effective_time: '通知间隔（天）',
    },
  },
}
