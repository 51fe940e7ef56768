import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { identityPart, schemaOf } from '@gatehouse/testing/journeys'

const email = { type: 'string', 'ory.sh/kratos': { credentials: { password: { identifier: true } } } }

/** A kratos.yml of one machine, with its gatehouse.yml. */
export interface KratosFile {
  /** The settings that name them. */
  readonly environment: { readonly GATEHOUSE_IDENTITY_CONFIG: string; readonly GATEHOUSE_CONFIG: string }
  /** Writes it, with sign-up open or closed. */
  write(given: { readonly signUp: boolean }): void
  /** Makes both faulty. */
  spoil(): void
  remove(): void
}

/** Creates one with sign-up open; its accounts are in the installation's database. */
export function kratosFile(): KratosFile {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-kratos-file-'))
  const [file, settings] = [join(folder, 'kratos.yml'), join(folder, 'gatehouse.yml')]
  const write = ({ signUp }: { readonly signUp: boolean }) =>
    writeFileSync(
      file,
      JSON.stringify({
        identity: identityPart('person', schemaOf({ email })),
        selfservice: {
          default_browser_return_url: 'http://localhost:4455/',
          methods: { password: { enabled: true, config: { haveibeenpwned_enabled: false } } },
          flows: { registration: { enabled: signUp } },
        },
      }),
    )
  write({ signUp: true })
  writeFileSync(settings, 'events_kept_days: 60\n')
  return {
    environment: { GATEHOUSE_IDENTITY_CONFIG: file, GATEHOUSE_CONFIG: settings },
    write,
    spoil: () => {
      writeFileSync(file, 'selfservice: [')
      writeFileSync(settings, 'events_kept_days: soon\n')
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}
