import type { Random } from './random.ts'

/** Surnames with their share per ten thousand people, after the census; one name in five is none of the first twenty. */
const surnames: readonly (readonly [string, number])[] = [
  ...pairs(
    '王 717 李 700 张 674 刘 510 陈 461 杨 322 黄 242 赵 219 吴 209 周 209 徐 149 孙 143 马 127 朱 123 胡 122',
  ),
  ...pairs('郭 115 何 113 林 112 罗 108 高 106 郑 95 梁 88 谢 78 宋 77 唐 72 许 69 邓 68 韩 67 冯 67 曹 65'),
  ...pairs('彭 64 曾 62 肖 61 田 56 董 54 潘 53 袁 51 蔡 50 蒋 49 余 48 于 48 杜 48 叶 47 程 45 魏 45 苏 44'),
  ...pairs('吕 43 丁 42 任 41 卢 40 姚 39 沈 38 钟 37 姜 36 崔 36 谭 35 陆 35 范 34 汪 34 廖 33 石 32 金 31'),
  ...pairs('韦 30 贾 30 夏 29 付 28 方 28 邹 27 熊 26 白 26 孟 25 秦 25 邱 24 侯 24 江 23 尹 22 薛 22 闫 21'),
  ...pairs('段 20 雷 20 龙 19 黎 19 史 19 陶 18 贺 18 毛 17 郝 17 顾 17 龚 16 邵 16 万 16 覃 15 武 15 钱 15'),
  ...pairs('戴 14 严 14 莫 14 孔 13 向 13 常 13 汤 12 康 12 欧阳 5 司徒 2 上官 1'),
]

/** Given names by the years in which today's learners were born: those of women, of men, and of either. */
const womens = list(
  '静 敏 婷 丽 燕 颖 雪 琳 倩 萍 娟 慧 玲 佳怡 欣怡 梦婷 雨欣 思雨 诗涵 雅婷 晓燕 海燕 丽娟 秀英 春梅 雪梅 玉兰 美玲 淑芬 桂英 婉婷 静怡 ' +
    '嘉怡 可欣 梓涵 雨桐 紫萱 若曦 佳琪 梦瑶 文静 晓雯 丽华 凤英 小红 艳丽 红梅 冬梅 雅琴 思琪 芷若 语嫣 慧敏 丹丹 娜 莉 芳 洁 蕾 悦',
)
const mens = list(
  '伟 强 磊 军 勇 杰 涛 超 明 刚 平 辉 鹏 浩 斌 波 凯 健 俊杰 浩然 子轩 宇航 志强 建国 建军 志明 国强 文博 浩宇 俊豪 嘉豪 家豪 伟杰 ' +
    '志伟 海涛 晓东 永强 振华 明辉 天宇 泽宇 子豪 博文 宇轩 一鸣 立新 德华 少华 建平 志远 鹏飞 云飞 世杰 俊峰 国栋 文涛 小龙 锦程 睿 晨',
)
const eithers = list('晨曦 子涵 文 华 宁 思远 雨晨 一凡 乐 嘉欣 晓 林 佳 欣 瑞 春 梓萌 安然 以恒 若愚')

/** A name as one would meet it in a driving school today. */
export function personName(random: Random): string {
  const [surname] = random.weighted(surnames, ([, share]) => share)
  const given = random.chance(0.08) ? eithers : random.chance(0.5) ? womens : mens
  return surname + random.pick(given)
}

/** A mainland mobile number. */
export function mobileNumber(random: Random): string {
  const prefix = random.pick([
    '130',
    '133',
    '135',
    '136',
    '137',
    '138',
    '139',
    '150',
    '151',
    '152',
    '157',
    '158',
  ])
  return prefix + String(random.int(0, 99_999_999)).padStart(8, '0')
}

function list(text: string): string[] {
  return text.split(' ')
}

function pairs(text: string): [string, number][] {
  const words = list(text)
  return words.flatMap((word, index): [string, number][] =>
    index % 2 === 0 ? [[word, Number(words[index + 1])]] : [],
  )
}
