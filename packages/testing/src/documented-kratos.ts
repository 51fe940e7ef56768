import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseDocument } from 'yaml'
import { emailTrait, nameTraits, schemaOf } from './person-schema.ts'

const document = fileURLToPath(new URL('../../../docs/kratos.md', import.meta.url))
const documentedOrigin = 'https://account.example.org'

/** The file between the marks of docs/kratos.md that begins with this comment. */
const example = /```yaml kratos\.yml\n# kratos\.yml of your Kratos\n([\s\S]*?)```/

/** The settings that differ from machine to machine. */
export interface DocumentedDeployment {
  /** The folder for the file. */
  readonly folder: string
  /** Origin of the pages. */
  readonly origin: string
  readonly listen?: { readonly publicPort: number; readonly adminPort: number }
  /** The address of the mail server, such as `smtp://127.0.0.1:2525`. */
  readonly smtp?: string
  /** Data source name. */
  readonly database?: string
  /** Settings that a test has otherwise, by their paths; undefined takes one out. */
  readonly otherwise?: Readonly<Record<string, unknown>>
}

/**
 * Writes the kratos.yml that docs/kratos.md shows, and returns the file's path. Replaces only the settings that differ
 * from machine to machine: the public origin, the addresses on which the service listens, database, mail server and the
 * files beside it. Leaked passwords are not checked. Each replaced setting must be in the document.
 */
export async function writeDocumentedConfig(deployment: DocumentedDeployment): Promise<string> {
  const { folder, origin, listen, smtp, database, otherwise = {} } = deployment
  const text = example.exec(await readFile(document, 'utf8'))?.[1]
  if (text === undefined) throw new Error(`${document} has no kratos.yml any more`)
  const here = text
    .replaceAll(documentedOrigin, origin)
    .replaceAll(new URL(documentedOrigin).hostname, new URL(origin).hostname)
  const file = parseDocument(here)
  const replace = (path: string, value: unknown) => {
    const keys = keysOf(path)
    if (!file.hasIn(keys)) throw new Error(`the kratos.yml of ${document} has no ${path}`)
    file.setIn(keys, value)
  }
  replace('dsn', database)
  replace('serve.public.host', '127.0.0.1')
  replace('serve.public.port', listen?.publicPort)
  replace('serve.admin.host', '127.0.0.1')
  replace('serve.admin.port', listen?.adminPort)
  replace('serve.admin.base_url', `http://127.0.0.1:${listen?.adminPort}/`)
  replace('courier.smtp.connection_uri', smtp)
  replace('identity.schemas.0.url', inline(schemaOf({ email, name: nameTraits })))
  replace('selfservice.methods.oidc.config.providers.0.mapper_url', inline('{ identity: { traits: {} } }'))
  replace('selfservice.methods.password', { enabled: true, config: { haveibeenpwned_enabled: false } })
  for (const [path, value] of Object.entries(otherwise)) {
    if (value === undefined) file.deleteIn(keysOf(path))
    else file.setIn(keysOf(path), value)
  }
  const path = join(folder, 'kratos.yml')
  await writeFile(path, JSON.stringify(file.toJS(), null, 2))
  return path
}

const email = emailTrait('Email', { passkey: { display_name: true } })

function keysOf(path: string): readonly (string | number)[] {
  return path.split('.').map((key) => (/^\d+$/.test(key) ? Number(key) : key))
}

function inline(content: string | object): string {
  return `base64://${Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)).toString('base64')}`
}
