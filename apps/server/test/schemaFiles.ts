import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The statements of a file and of the files that it names by lines `\ir path`, as psql reads them. */
export function readSchema(file: string): string {
  return readFileSync(file, 'utf8').replace(/^\\ir (\S+)$/gm, (_line, path: string) =>
    readSchema(join(dirname(file), path)),
  )
}
