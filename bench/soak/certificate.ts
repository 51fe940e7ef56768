import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A key and a certificate of a name; clients trust it by its file. */
export interface Certificate {
  readonly key: string
  readonly cert: string
  readonly file: string
}

/** Makes one, valid from long before to long after a soak (OpenSSL). */
export function makeCertificate(folder: string, name: string): Certificate {
  const [keyFile, file] = [join(folder, 'receiver.key'), join(folder, 'receiver.pem')]
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`]
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '3650']
  execFileSync('openssl', ['req', '-x509', ...kind, ...subject, '-keyout', keyFile, '-out', file], { stdio: 'pipe' })
  return { key: readFileSync(keyFile, 'utf8'), cert: readFileSync(file, 'utf8'), file }
}
