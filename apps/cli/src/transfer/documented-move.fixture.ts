import { readFileSync } from 'node:fs'
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run, type TerminalService } from '../terminal.fixture.ts'

const page = readFileSync(new URL('../../../../docs/migrate.md', import.meta.url), 'utf8')
const exports = fileURLToPath(new URL('../../../../packages/transfer/fixtures/moving-in', import.meta.url))

/** Returns the path of an export that is kept for tests. */
export const exported = (name: string) => join(exports, name)

/** Returns the first block of code of a section of docs/migrate.md in this language. */
function blockOf(section: string, language: string): string {
  const text = page.split('\n## ').find((one) => one.startsWith(`${section}\n`)) ?? ''
  const found = new RegExp(`\`\`\`${language}\n([^]*?)\n\`\`\``).exec(text)?.[1]
  if (found === undefined) throw new Error(`docs/migrate.md has no block of ${language} in “${section}”`)
  return found
}

const documented = 'http://127.0.0.1:4434'

/** Returns the last lines of a move as docs/migrate.md has them in its section of a system. */
export const saidAtTheEnd = (section: string, adminUrl: string) =>
  `${blockOf(section, 'text').replace(documented, adminUrl)}\n`

/** The commands of a section of docs/migrate.md, as words after `gatehouse`, without their comments. */
export function commandsOf(section: string): readonly (readonly string[])[] {
  return blockOf(section, 'sh')
    .split('\n')
    .map((line) => {
      const [program, ...words] = line.replace(/\s+#.*$/, '').split(' ')
      if (program !== 'gatehouse') throw new Error(`docs/migrate.md, “${section}”: ${line}`)
      return words
    })
}

/**
 * Runs the command of a section of docs/migrate.md, word for word but for the address of the admin API, in a folder
 * that has the files under the names it gives them.
 */
export async function documentedMove(
  { folder, adminUrl }: Pick<TerminalService, 'folder' | 'adminUrl'>,
  section: string,
  files: Readonly<Record<string, string>>,
  ...more: readonly string[]
) {
  const at = join(folder, section.replaceAll(' ', '-'))
  await mkdir(at, { recursive: true })
  // A database that is in use has rows in a log beside it, which a copy would lack.
  for (const [name, source] of Object.entries(files)) {
    await symlink(source, join(at, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
  const [args = []] = commandsOf(section)
  const given = args.map((word) => word.replace(documented, adminUrl))
  const { code, complaint } = await run(at, [...given, ...more])
  return { code, complaint, report: join(at, 'gatehouse-import.report.jsonl') }
}
