/** A member as a comment names them. */
interface Named {
  readonly memberId: number
  readonly name: string
}

/** Those of the chosen whose names stand behind an @ in the text, each once. */
export function mentionedIn<Person extends Named>(text: string, chosen: readonly Person[]): Person[] {
  const found = chosen.filter(({ name }) => text.includes(`@${name}`))
  return [...new Map(found.map(person => [person.memberId, person])).values()]
}

/** A text cut before and behind each @ and name in it; longer names count before those that they begin with. */
export function partsOf(
  text: string,
  mentions: readonly Named[],
): { key: number; text: string; isName: boolean }[] {
  const marks = mentions.map(({ name }) => `@${name}`).sort((one, other) => other.length - one.length)
  const parts: { key: number; text: string; isName: boolean }[] = []
  let from = 0
  let at = 0
  const take = (to: number, isName: boolean) => {
    if (to > from) parts.push({ key: from, text: text.slice(from, to), isName })
    from = to
    at = to
  }
  while (at < text.length) {
    const mark = marks.find(one => text.startsWith(one, at))
    if (mark === undefined) at++
    else {
      const begin = at
      take(begin, false)
      take(begin + mark.length, true)
    }
  }
  take(text.length, false)
  return parts
}
