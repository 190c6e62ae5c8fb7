/** Links to style sheets that did not come. The bundler asks for each of them once, however often its code is asked for. */
const missed = new Set<HTMLLinkElement>()

export function watchStyles(): void {
  const note = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missed.add(target)
  }
  // Such an event does not bubble.
  window.addEventListener('error', note, true)
}

/** Asks for them again. Rejected where one does not come this time either. */
export async function fetchMissedStyles(): Promise<void> {
  await Promise.all([...missed].map(fetchAnew))
}

function fetchAnew(link: HTMLLinkElement): Promise<void> {
  missed.delete(link)
  return new Promise((resolve, reject) => {
    const anew = document.createElement('link')
    anew.rel = 'stylesheet'
    anew.crossOrigin = link.crossOrigin
    anew.href = link.href
    anew.onload = () => resolve()
    anew.onerror = () => reject(new Error(`no style sheet came from ${link.href}`))
    link.replaceWith(anew)
  })
}
