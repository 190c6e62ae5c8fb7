/** The first character of each letter in the order by sound; i, u and v begin no syllable. */
const firsts = [...'阿八嚓哒妸发旮哈讥咔垃妈拏噢妑七呥仨它穵夕丫帀']
const letters = [...'abcdefghjklmnopqrstwxyz']
const bySound = new Intl.Collator('zh-Hans-CN-u-co-pinyin')

/** `xylb` of 学员列表: the first letters of its syllables, as the order by sound tells them; all else as it is. */
export function initialsOf(text: string): string {
  return [...text.toLowerCase()].map(initialOf).join('')
}

function initialOf(character: string): string {
  if (!/\p{Script=Han}/u.test(character)) return character
  const place = firsts.findLastIndex(first => bySound.compare(first, character) <= 0)
  return letters[place] ?? character
}
