// What stands before the servers and beside them: haproxy, the store of files.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { answers, fill, listens } from './means.mjs'

const template = new URL('../../deploy/haproxy/haproxy.cfg', import.meta.url)
/** Of the test store, which knows no other: key and secret. */
const storeKey = 'S3RVER'
const bucket = 'drivesim'

/**
 * haproxy as deploy/haproxy has it, on this machine without TLS.
 * @param {import('./places.mjs').Places} places @param {readonly string[]} [more] configurations besides
 * @returns {import('./parts.mjs').Wanted}
 */
export function haproxy(places, more = []) {
  const config = join(places.folder, 'haproxy.cfg')
  const tls = / ssl crt \S+( alpn \S+)? ssl-min-ver \S+( ciphers \S+)?/
  const text = fill(readFileSync(template, 'utf8').replaceAll(new RegExp(tls, 'g'), ''), {
    '  bind :80\n  bind :443\n': `  bind 127.0.0.1:${places.port('people')}\n`,
    '  http-request deny deny_status 403 if { path_beg /dm-api/ } !{ ssl_fc }\n': '',
    '  http-request redirect scheme https code 301 unless { ssl_fc }\n': '',
    '  http-request set-header X-Forwarded-Proto https\n': '',
    '  bind :8883\n': `  bind 127.0.0.1:${places.port('broker') + 2}\n`,
    '192.0.2.11:8080': `127.0.0.1:${places.port('web', 1)}`,
    '192.0.2.12:8080': `127.0.0.1:${places.port('web', 2)}`,
    '192.0.2.21:1883': `127.0.0.1:${places.port('broker')}`,
    'bind 127.0.0.1:5000': `bind 127.0.0.1:${places.port('database')}`,
    'default-server port 8008 inter': 'default-server inter',
    'bind 127.0.0.1:8404': `bind 127.0.0.1:${places.port('operators')}`,
    ...Object.fromEntries(
      [1, 2, 3].map(n => [
        `192.0.2.4${n}:5432`,
        `${places.at('postgres', n)} port ${places.port('patroni', n)}`,
      ]),
    ),
  })
  writeFileSync(config, text)
  return {
    name: 'haproxy',
    kind: 'haproxy',
    command: 'haproxy',
    args: ['-db', ...[config, ...more].flatMap(path => ['-f', path])],
    isReady: () => answers(places.url('operators')),
  }
}

/** @param {import('./places.mjs').Places} places @returns {import('./parts.mjs').Wanted} */
export function store(places) {
  return {
    name: 'store',
    kind: 'store',
    command: process.execPath,
    args: [
      fileURLToPath(new URL('store.mjs', import.meta.url)),
      join(places.folder, 'store'),
      String(places.port('store')),
      bucket,
    ],
    isReady: () => listens(places.port('store')),
  }
}

/** `FILES_URL`. @param {import('./places.mjs').Places} places */
export const filesUrl = places =>
  `s3://${storeKey}:${storeKey}@127.0.0.1:${places.port('store')}/${bucket}?region=us-east-1&tls=0`
