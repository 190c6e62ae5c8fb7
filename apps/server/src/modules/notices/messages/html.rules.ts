/** Text as HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', nbsp: ' ', amp: '&' }

/** The text of HTML that has no tags. */
export function unescapeHtml(html: string): string {
  return html.replace(/&(lt|gt|quot|nbsp|amp);/g, (whole, name: string) => entities[name] ?? whole)
}
