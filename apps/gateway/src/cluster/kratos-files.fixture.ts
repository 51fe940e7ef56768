import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const schema = JSON.stringify({
  $id: 'https://example.org/person.json',
  type: 'object',
  properties: {
    traits: {
      type: 'object',
      properties: { email: { type: 'string', 'ory.sh/kratos': { credentials: { password: { identifier: true } } } } },
    },
  },
})

/** A kratos.yml of one machine. */
export interface KratosFile {
  /** The setting that names it. */
  readonly environment: { readonly GATEHOUSE_IDENTITY_CONFIG: string }
  /** Writes it, with sign-up open or closed. */
  write(given: { readonly signUp: boolean }): void
  /** Writes one that cannot be read. */
  spoil(): void
  remove(): void
}

/** Creates one with sign-up open; its accounts are in the installation's database. */
export function kratosFile(): KratosFile {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-kratos-file-'))
  const file = join(folder, 'kratos.yml')
  const write = ({ signUp }: { readonly signUp: boolean }) =>
    writeFileSync(
      file,
      JSON.stringify({
        identity: {
          default_schema_id: 'person',
          schemas: [{ id: 'person', url: `base64://${Buffer.from(schema).toString('base64')}` }],
        },
        selfservice: {
          default_browser_return_url: 'http://localhost:4455/',
          methods: { password: { enabled: true, config: { haveibeenpwned_enabled: false } } },
          flows: { registration: { enabled: signUp } },
        },
      }),
    )
  write({ signUp: true })
  return {
    environment: { GATEHOUSE_IDENTITY_CONFIG: file },
    write,
    spoil: () => writeFileSync(file, 'selfservice: ['),
    remove: () => rmSync(folder, { recursive: true }),
  }
}
