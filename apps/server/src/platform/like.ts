/** LIKE pattern of what contains the text as it is typed. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
