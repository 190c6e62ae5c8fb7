import { randomInt } from 'node:crypto'
import { errors, firstPasswordDays, type Refusal, refuse } from '@drivesim/contract'
import { dayMilliseconds } from '@drivesim/contract/businessDay'
import { pinyin } from 'pinyin-pro'
import { hashPassword } from '../../../platform/auth/passwords.ts'

/** Words that people here build their passwords on; `isCommonPassword` looks behind digits and signs around them. */
const localWords = new Set(
  `a aa aaa ab abc abcd abcde abcdef abcdefg abcdefgh qaz wsx edc qazwsx qazwsxedc q qq qqq qw qwe qwer qwert qwerty
  qwertyu qwertyui qwertyuiop as asd asdf asdfg asdfgh asdfghj asdfghjk asdfghjkl z zx zxc zxcv zxcvb zxcvbn zxcvbnm
  w ww www wang li zhang liu chen yang zhao huang zhou wu xu sun ma zhu x xx xxx y l m s d t h j k lj wj zj
  password passwd pass passwort pwd mima woaini woaiwo wo ai ni love iloveyou iloveu loveyou lovely love520 baobao
  admin administrator root user guest test tester testing demo system manager master super superman batman
  welcome hello hi letmein login access secret monkey dragon tiger lion sunshine princess football baseball basketball
  soccer hockey shadow michael jordan charlie daniel thomas robert andrew joshua jennifer jessica ashley nicole
  freedom whatever trustno computer internet google baidu tencent weixin wechat alibaba taobao huawei xiaomi iphone
  samsung windows linux server database mysql oracle changeme default temp temporary new newpass mypass mypassword
  hunter killer ninja pokemon starwars matrix mustang ferrari mercedes porsche corvette harley toyota honda
  china beijing shanghai guangzhou shenzhen zhongguo jiaxiao jiaxun jialian moniqi xueche driving driver simulator
  school student teacher coach office company group team summer winter spring autumn flower happy lucky angel
  money family friend forever asdqwe asdzxc qweasd qweasdzxc zaq zaqxsw cde vfr bgt nhy mju okm ijn`.split(
    /\s+/,
  ),
)

/** Walks over the keyboard that mix letters and digits. */
const walks = [
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik',
  'zaq12wsxcde34rfvbgt56yhnmju78ik',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '1a2b3c4d5e6f7g8h9i',
  'a1b2c3d4e5f6g7h8i9',
  '1a2s3d4f5g6h7j8k9l',
  'a1s2d3f4g5h6j7k8l9',
  '1z2x3c4v5b6n7m',
  'z1x2c3v4b5n6m7',
  'qwertyuiop1234567890',
  '1234567890qwertyuiop',
  'abcdefghijklmnopqrstuvwxyz1234567890',
  '1234567890abcdefghijklmnopqrstuvwxyz',
]

/** Letters that people write as digits and signs. */
const disguises: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
}

let loaded: Promise<ReadonlySet<string>> | undefined

/** Those, and 49,000 passwords from leaks, most of them words. Loaded when somebody first chooses a password. */
function commonWords(): Promise<ReadonlySet<string>> {
  loaded ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set([...localWords, ...dictionary['passwords-common']]),
  )
  return loaded
}

/**
 * Whether a password is among those that are tried first: a common one, or a common word with digits or signs around it,
 * in any case and disguise; a walk over the keyboard; a short piece repeated; a date or a run of digits.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const words = await commonWords()
  const plain = password.toLowerCase()
  if (/^(.{1,4})\1+$/.test(plain)) return true
  if (walks.some(walk => walk.includes(plain))) return true
  return [plain, withoutDisguise(plain)].some(text => {
    const core = bare(text)
    return words.has(text) || ((core === '' || words.has(core)) && isPlainTail(text))
  })
}

/** What somebody is called, and where they work: what others try first who know them. */
export interface Names {
  readonly account: string
  readonly name: string
  readonly phone: string | null
  readonly organisations: readonly string[]
}

const productNames = ['驾训模拟器', '驾训', '模拟器', 'drivesim', 'simulator']
/** What the names of schools end in. */
const kindOfPlace = /(机动车)?(驾驶员?)?(培训)?(驾校|学校|中心|有限公司|服务点|总部)+$/

/** Why a new password is refused, or null; its length is the contract's matter. */
export async function passwordRefusal(password: string, names: Names): Promise<Refusal | null> {
  const plain = password.toLowerCase()
  const own: readonly [what: string, names: readonly string[]][] = [
    ['您的账号', [names.account]],
    ['您的手机号', [names.phone ?? '']],
    ['您的姓名', spellings(names.name)],
    [
      '您的机构名称',
      names.organisations.flatMap(name => [name, name.replace(kindOfPlace, '')]).flatMap(spellings),
    ],
    ['产品名称', productNames.flatMap(spellings)],
  ]
  const named = own.find(([, some]) => some.some(one => isTelling(one) && plain.includes(one.toLowerCase())))
  if (named !== undefined) return refuse(errors.namedPassword, named[0])
  return (await isCommonPassword(password)) ? refuse(errors.commonPassword) : null
}

/** Long enough that it is in a password on purpose. */
const isTelling = (name: string) => name.length >= (/\p{Script=Han}/u.test(name) ? 2 : 4)

/** A name, and how it is typed: 王晓 as wangxiao and xiaowang. */
function spellings(name: string): string[] {
  const syllables = pinyin(name, { toneType: 'none', type: 'array', nonZh: 'consecutive' })
  return [name, syllables.join(''), [...syllables.slice(1), ...syllables.slice(0, 1)].join('')]
}

/** Without what stands before and after the letters. */
function bare(text: string): string {
  return text.replace(/^\P{L}+|\P{L}+$/gu, '')
}

function withoutDisguise(text: string): string {
  // Only between letters: 123 behind a word is a number.
  return text.replace(/(?<=[a-z])[@4310!$5](?=[a-z@4310!$5]*[a-z])/g, sign => disguises[sign] ?? sign)
}

/** Years, dates, runs such as 123456 and repetitions such as 888: all digits that people put around a word; a long random number is not. */
function isPlainTail(text: string): boolean {
  const digits = text.replace(/\D/g, '')
  if (digits.length <= 4) return true
  if ('01234567890123456789'.includes(digits) || '98765432109876543210'.includes(digits)) return true
  if (/^(.{1,4})\1+$/.test(digits)) return true
  return (
    /^(19|20)\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/.test(digits) ||
    /^(5201314|1314520|521521)$/.test(digits)
  )
}

/** No letter or digit that looks like another. */
const readable = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** A password to be told to somebody and changed at once: 12 signs in groups of four, some 69 random bits. */
export function firstPassword(): string {
  const signs = Array.from({ length: 12 }, () => readable[randomInt(readable.length)]).join('')
  return signs.replace(/(.{4})(?=.)/g, '$1-')
}

/** A member's columns with such a password. */
export async function firstPasswordColumns(password: string) {
  return {
    password_hash: await hashPassword(password),
    must_change_password: true,
    first_password_until: new Date(Date.now() + firstPasswordDays * dayMilliseconds),
  }
}
