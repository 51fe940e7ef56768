import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { repositoryRoot } from '@gatehouse/testing/processes'

const run = promisify(execFile)

/**
 * A copy of the example on Next.js as it would be in another copy of the repository: our packages are there as npm would
 * install them. Next.js looks for its packages in its own folder, and nowhere above it.
 */
export interface Outside {
  readonly folder: string
  /** Installs the dependencies of its first start, if it has not been started. */
  install(): Promise<void>
  /** Copies a further example into a folder of it; returns its path. */
  copy(example: string): Promise<string>
  /** Runs a program of a package there. */
  run(
    folder: string,
    program: string,
    args: readonly string[],
    environment: Readonly<Record<string, string>>,
  ): Promise<void>
  remove(): Promise<void>
}

/** Makes the folder. */
export async function openOutside(): Promise<Outside> {
  const base = await mkdtemp(join(tmpdir(), 'gatehouse-outside-'))
  const folder = join(base, 'examples/nextjs')
  await mkdir(folder, { recursive: true })
  for (const path of ['node_modules', 'tooling', 'examples/gatehouse.ts'])
    await symlink(join(repositoryRoot, path), join(base, path))
  const copy = (example: string, to: string) =>
    cp(join(repositoryRoot, 'examples', example), to, {
      recursive: true,
      filter: (path) => !/\/(?:node_modules|data|dist|\.next)(?:\/|$)/.test(path.slice(repositoryRoot.length)),
    })
  await copy('nextjs', folder)
  return {
    folder,
    async install() {
      await run(process.execPath, [join(folder, 'install.ts')], { cwd: folder })
    },
    async copy(example) {
      const to = join(folder, example)
      await copy(example, to)
      // It builds with the repository's tools, and with our packages as they are packed.
      const vite = join(folder, 'node_modules/vite')
      if (!existsSync(vite)) await symlink(join(repositoryRoot, 'node_modules/vite'), vite)
      return to
    },
    async run(at, program, args, environment) {
      const env = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', ...environment }
      await run(process.execPath, [join(folder, 'node_modules', program), ...args], { cwd: at, env })
    },
    remove: () => rm(base, { recursive: true, force: true }),
  }
}

/** Adds a page that uses every package for browsers: Next.js builds it, with its server and its client parts. */
export async function addPackedPage(next: string): Promise<void> {
  await mkdir(join(next, 'app/packed'))
  await writeFile(
    join(next, 'app/packed/page.jsx'),
    `import '@gatehouse/flow-form/styles.css'
import { createIdentityClient } from '@gatehouse/client/client'
import { identityPaths } from '@gatehouse/contract/http'
import { Alert } from '@gatehouse/design/content'
import { FlowForm } from '@gatehouse/flow-form/flow-form'
import { englishLabels } from '@gatehouse/flow-form/labels'
import { account } from '../../session/sessions.js'
export const dynamic = 'force-dynamic'
const flow = { id: 'f', type: 'browser', ui: { action: '/', method: 'POST', nodes: [{ type: 'input', group: 'default',
  attributes: { node_type: 'input', name: 'identifier', type: 'text', required: true, disabled: false }, messages: [], meta: { label: { id: 1070004, text: 'ID', type: 'info' } } },
  { type: 'input', group: 'password', attributes: { node_type: 'input', name: 'method', type: 'submit', value: 'password', disabled: false }, messages: [], meta: { label: { id: 1010022, text: 'Sign in', type: 'info' } } }] } }
export default function Packed() {
  const known = [createIdentityClient({ baseUrl: account }), identityPaths, englishLabels].every(Boolean)
  return <><Alert kind="success">{known ? 'Packed' : ''}</Alert><FlowForm flow={flow} kind="login" /></>
}
`,
  )
}
