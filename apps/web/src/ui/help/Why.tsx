import { useEffect, useState } from 'react'
import { CallError } from '../../api/callError.ts'
import { type HelpPlace, showHelp } from './help.ts'

/** 为什么, beside a refusal that a section of the manual explains. */
export function Why({ error }: { error: Error | null }) {
  const code = error instanceof CallError ? error.code : 0
  const [place, setPlace] = useState<HelpPlace | null>(null)
  useEffect(() => {
    let wanted = code !== 0
    const find = async () => {
      const { articles } = await import('virtual:manual')
      const found = articles.flatMap(({ slug, why }) =>
        why.filter(one => one.code === code).map(({ anchor }) => ({ slug, anchor })),
      )
      if (wanted) setPlace(found[0] ?? null)
    }
    // Where the manual does not come, the sentence stands alone.
    if (wanted) void find().catch(() => undefined)
    return () => {
      wanted = false
    }
  }, [code])
  if (place === null) return null
  return (
    <button type="button" className="ui-link-button" onClick={() => showHelp(place)}>
      为什么
    </button>
  )
}
