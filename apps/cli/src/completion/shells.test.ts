import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { atTerminal, controlD } from '../pseudo-terminal.fixture.ts'
import { timeoutMs, run } from '../terminal.fixture.ts'

/** Tells whether a shell is missing here; with `CI=true` that is an error. */
function missing(shell: 'zsh' | 'fish'): boolean {
  if (spawnSync(shell, ['--version']).status === 0) return false
  if (process.env['CI'] === 'true') throw new Error(`${shell} is not installed (Debian: apt-get install ${shell})`)
  return true
}

/** Ctrl-U. */
const lineAway = '\u0015'
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-shells-'))
async function scriptFor(shell: string): Promise<string> {
  const { output } = await run(folder, ['completion', shell])
  const file = join(folder, `completion.${shell}`)
  writeFileSync(file, output)
  return file
}

test.skipIf(missing('zsh'))(
  'zsh completes commands, options and their values on Tab @shells-1',
  async () => {
    // A start file that does not switch completion on itself.
    writeFileSync(join(folder, '.zshrc'), `PS1='ready> '\neval "$(cat ${await scriptFor('zsh')})"\n`)
    const zsh = atTerminal(['zsh', '-i'], { ZDOTDIR: folder, HOME: folder })
    await zsh.shows('ready> ')
    const completed = async (keys: string, shown: string | RegExp) => {
      zsh.type(`${keys}\t`)
      expect(await zsh.shows(shown)).not.toContain('command not found')
    }
    await completed('gatehouse secr', 'gatehouse secrets')
    await completed('ret', 'retire')
    // Several matches are shown in columns, each with its description.
    await completed(`${lineAway}gatehouse se\t`, /secrets +-- [^]*sessions +-- list the other sessions/)
    await completed(`${lineAway}gatehouse completion fi`, 'completion fish')
    await completed(`${lineAway}gatehouse whoami --tok`, '--tokenize-as')
    zsh.type(`${lineAway}${controlD}`)
    await zsh.ended
  },
  timeoutMs,
)

test.skipIf(missing('fish'))(
  'fish completes commands, options and their values @shells-2',
  async () => {
    const script = await scriptFor('fish')
    const complete = (line: string) =>
      execFileSync('fish', ['--no-config', '-c', `source ${script}; complete -C '${line}'`], {
        cwd: folder,
        env: { ...process.env, HOME: folder },
        encoding: 'utf8',
      })
        .trim()
        .split('\n')
        .map((row) => row.split('\t')[0] ?? '')
    expect(complete('gatehouse se').toSorted()).toEqual(['secrets', 'seed', 'sessions', 'settings'])
    expect(complete('gatehouse secrets r').toSorted()).toEqual(['retire', 'rotate'])
    // Options and arguments that are typed already are not offered again.
    expect(complete('gatehouse secrets rotate r')).toEqual([''])
    expect(complete('gatehouse settings lo')).toEqual(['lookup_secret'])
    expect(complete('gatehouse whoami --tok')).toEqual(['--tokenize-as'])
    expect(complete('gatehouse completion z')).toEqual(['zsh'])
  },
  timeoutMs,
)
