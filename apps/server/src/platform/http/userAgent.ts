/** The browsers that say who they are, the most telling first: Edge and 微信 call themselves Chrome too. */
const browsers: readonly [pattern: RegExp, name: string][] = [
  [/MicroMessenger\/(\d+)/, '微信'],
  [/Edg\w*\/(\d+)/, 'Edge'],
  [/OPR\/(\d+)/, 'Opera'],
  [/Firefox\/(\d+)/, 'Firefox'],
  [/Chrome\/(\d+)/, 'Chrome'],
  [/Version\/(\d+)[\d.]* (?:Mobile\/\w+ )?Safari/, 'Safari'],
]

const systems: readonly [pattern: RegExp, name: string][] = [
  [/Windows/, 'Windows'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

/** Browser and system as a person calls them, such as "Chrome 141 · Windows", as far as the header says. */
export function deviceOf(userAgent: string | null): string {
  if (userAgent === null) return '未知浏览器'
  const [browser] = browsers.flatMap(([pattern, name]) => {
    const version = pattern.exec(userAgent)?.[1]
    return version === undefined ? [] : [`${name} ${version}`]
  })
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1]
  const known = [browser, system].filter(part => part !== undefined)
  return known.length === 0 ? '其他程序' : known.join(' · ')
}
