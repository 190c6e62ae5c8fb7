import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const openssl = '/usr/bin/openssl'
export const hasOpenssl = existsSync(openssl)

/** A certificate of its own authority for `localhost`, as files and as text. */
export function makeCertificate() {
  const folder = mkdtempSync(join(tmpdir(), 'drivesim-certificate-'))
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  execFileSync(
    openssl,
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=localhost',
    ].concat(['-addext', 'subjectAltName=DNS:localhost', '-keyout', keyFile, '-out', certFile]),
    { stdio: 'ignore' },
  )
  return { folder, keyFile, certFile, key: readFileSync(keyFile), cert: readFileSync(certFile) }
}
