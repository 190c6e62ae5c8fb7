// What the program is made of, as the lockfile has it, in CycloneDX.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './commands.mjs'

/** @returns {Record<string, any>} the same for the same lockfile and the same npm, whenever and wherever it is made */
export function makeSbom() {
  const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only']
  const { status, stdout, stderr } = spawnSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
  })
  if (status !== 0) throw new Error(`npm sbom: ${stderr}`)
  const { timestamp: _made, component, ...metadata } = JSON.parse(stdout).metadata
  const { serialNumber: _random, components, dependencies, ...rest } = JSON.parse(stdout)
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const sbom = {
    ...rest,
    // npm calls it after the folder that it lies in.
    metadata: { ...metadata, component: { ...component, name, version } },
    components: sorted(components, 'bom-ref').map(named),
    dependencies: sorted(dependencies, 'ref').map(({ dependsOn = [], ...entry }) => ({
      ...entry,
      dependsOn: dependsOn.toSorted(),
    })),
  }
  return { ...sbom, serialNumber: `urn:uuid:${idOf(JSON.stringify(sbom))}` }
}

const sorted = (list, key) => list.toSorted((one, other) => (one[key] < other[key] ? -1 : 1))

/** Packages of ours, too, by their names and not by their folders. */
function named(component) {
  const [, name] = /^pkg:npm\/(.*)@/.exec(component.purl) ?? []
  return name === undefined ? component : { ...component, name: decodeURIComponent(name) }
}

/** An id that follows from the content, in the form of a UUID of version 8. */
function idOf(text) {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
