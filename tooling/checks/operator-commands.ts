import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { proofs } from './command-proofs.ts'
import type { Snippet } from './snippets/snippet.ts'
import { brokenId, type TestIds } from './test-ids.ts'

/** The documents for operators; the others have blocks of commands alone. */
const manual = [
  'docs/operate.md',
  'docs/kratos.md',
  'docs/monitoring.md',
  'docs/reference/settings.md',
  'docs/reference/commands.md',
]

const fewestCommands = 35

const programs = /^(?:[A-Z_]+=\S+ )*(?:gatehouse|npm|node|npx|sqlite3|pg_dump|pg_restore|psql|openssl|nginx|tar|du) ./

/** Returns the text of the manual below `root`, all documents in one. */
export function readManual(root: string): string {
  return manual.map((path) => readFileSync(join(root, path), 'utf8')).join('\n')
}

/**
 * Returns the commands of a manual: lines of its blocks for a shell and for SQL, pieces of code in its sentences, the
 * table of commands.
 */
export function commandsOf(text: string): readonly string[] {
  const blocks = [...text.matchAll(/^```(sh|sql)\n([\s\S]*?)^```$/gm)]
  const lines = blocks.flatMap(([, language, block = '']) => {
    const all = block.split('\n').map((line) => line.replace(/\s+#.*/, ''))
    return all.filter((line) => (language === 'sql' ? line !== '' : programs.test(line)))
  })
  const comments = blocks.flatMap(([, , block = '']) => [...block.matchAll(/(?:once|each): (openssl .+)$/gm)])
  const code = (part: string) => [...part.matchAll(/`([^`\n]+)`/g)].map(([, inner = '']) => inner)
  const sentences = text.replaceAll(/^```[\s\S]*?^```$/gm, '')
  const table = /^\| command \|[^\n]*\n\|[-|]+\n((?:\|.*\n)+)/m.exec(text)?.[1] ?? ''
  const first = table.split('\n').flatMap((row) => code(/^\| (.*?[^\\]) \| /.exec(row)?.[1] ?? ''))
  const spans = code(sentences).filter((span) => programs.test(span) && !span.includes('node_modules'))
  return [...new Set([...lines, ...comments.map(([, command = '']) => command), ...spans, ...first])]
}

/** Returns the commands of a block for a shell, verbatim. */
function linesOf({ language, code }: Snippet): readonly string[] {
  if (language !== 'sh') return []
  const lines = code.replaceAll(/ *\\\n */g, ' ').split('\n')
  return lines
    .map((line) => line.replace(/(?:^|\s+)#.*/, '').trim())
    .filter((line) => !/^(?:[A-Z_]+=(?:"[^"]*"|\S+))?$/.test(line))
}

/**
 * Finds commands of the manual, and of the blocks of other documents, that no test runs, and rows of the table that no
 * document has. Empty if all is well.
 */
export function unprovedCommands(text: string, ids: TestIds, others: readonly Snippet[] = []): readonly string[] {
  const ofManual = commandsOf(text)
  const commands = [...new Set([...ofManual, ...others.flatMap(linesOf)])]
  const documents = 'the documents'
  const few = ofManual.length < fewestCommands ? [`${documents}: only ${ofManual.length} commands were seen`] : []
  const unknown = commands
    .filter((command) => !Object.hasOwn(proofs, command))
    .map((command) => `${documents}: which test runs \`${command}\`? Add it to tooling/checks/command-proofs.ts`)
  const gone = Object.keys(proofs)
    .filter((command) => !commands.includes(command))
    .map((command) => `${documents} no longer have \`${command}\`, which tooling/checks/command-proofs.ts proves`)
  const broken = Object.entries(proofs).flatMap(([command, proof]) => {
    const fault = typeof proof === 'string' ? brokenId(ids, proof.slice(1)) : undefined
    return fault === undefined ? [] : [`${documents}: ${fault}, which runs \`${command}\``]
  })
  return [...few, ...unknown, ...gone, ...broken]
}
