import { generateKeyPair, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { loadProcessConfig, madeKeys } from '@gatehouse/config/config'
import { Command, Option } from 'commander'
import { z } from 'zod'
import { CommandFailure } from '../command-failure.ts'

const algorithms = ['ES256', 'RS256', 'EdDSA'] as const
type Algorithm = (typeof algorithms)[number]

interface KeyOptions {
  readonly algorithm: Algorithm
  readonly json?: true
  readonly print?: true
}

/** `gatehouse keys`: the keys that sign session tokens (`session_tokens`). */
export function keysCommand(): Command {
  return new Command('keys')
    .description('keys that session tokens are signed with (session_tokens)')
    .addCommand(
      task('create', 'make a key for a kind of token', create).option(
        '--print',
        'print the key set instead, for the jwks_url of another project or a kratos.yml; it is kept nowhere',
      ),
    )
    .addCommand(task('rotate', 'put a new key in front; tokens of the others can still be checked', rotate))
    .addCommand(task('retire', 'take out all keys but the one that signs: their tokens count no more', retire))
}

/** The key that a command has made. */
interface Made {
  readonly name: string
  readonly file: string
  readonly kid: string
  /** Whether the settings name the kind of token already. */
  readonly isSet: boolean
}

type Task = (file: string, name: string, algorithm: Algorithm) => Promise<string>

function task(command: 'create' | 'rotate' | 'retire', description: string, run: Task): Command {
  return new Command(command)
    .description(description)
    .argument('<name>', 'as in session_tokens, and in whoami?tokenize_as=')
    .addOption(
      new Option('--algorithm <name>', 'how tokens are signed')
        .choices(algorithms)
        .default('ES256')
        .hideHelp(command === 'retire'),
    )
    .option('--json', 'print the result as JSON')
    .action(async (name: string, { algorithm, json, print }: KeyOptions) => {
      if (!/^[\w.-]{1,64}$/.test(name))
        throw new CommandFailure(`"${name}" is no name: letters, digits, "_", "." and "-"`)
      if (print === true) return console.log(textOf([await newKey(algorithm)]))
      const { data, applications } = loadProcessConfig()
      const known = applications.sessionTokens.find((one) => one.name === name)
      const file = known?.keys ?? madeKeys(data, name)
      const made: Made = { name, file, kid: await run(file, name, algorithm), isSet: known !== undefined }
      console.log(json === true ? JSON.stringify(made, null, 2) : said(made))
    })
}

function said({ name, file, kid, isSet }: Made): string {
  const next = isSet
    ? 'Start Gatehouse anew to sign with it.'
    : `Add to gatehouse.yml:\n\nsession_tokens:\n  ${name}: 10m\n\nand start Gatehouse anew.`
  return `${file}\nKey ${kid}. ${next}`
}

async function create(file: string, name: string, algorithm: Algorithm): Promise<string> {
  if (existsSync(file)) {
    throw new CommandFailure(
      `There are keys already: ${file}\nA new one in front of them: gatehouse keys rotate ${name}`,
    )
  }
  return write(file, algorithm, [])
}

async function rotate(file: string, name: string, algorithm: Algorithm): Promise<string> {
  return write(file, algorithm, await keysAt(file, name))
}

async function retire(file: string, name: string): Promise<string> {
  const [newest] = await keysAt(file, name)
  if (newest === undefined) throw new CommandFailure(`${file} has no key that signs.`)
  await replace(file, [newest])
  return String(newest['kid'])
}

async function keysAt(file: string, name: string) {
  if (!existsSync(file))
    throw new CommandFailure(`There are no keys at ${file}.\nMake them: gatehouse keys create ${name}`)
  const set = keySet.safeParse(parseJson(await readFile(file, 'utf8')))
  if (!set.success) throw new CommandFailure(`${file} is no JSON Web Key Set.`)
  return set.data.keys
}

const keySet = z.object({ keys: z.array(z.looseObject({})) })

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function write(file: string, algorithm: Algorithm, others: readonly object[]): Promise<string> {
  const key = await newKey(algorithm)
  await replace(file, [key, ...others])
  return key.kid
}

/** Replaces the file whole or not at all: a process that starts meanwhile reads the previous keys. */
async function replace(file: string, keys: readonly object[]): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const next = `${file}.${process.pid}`
  await writeFile(next, `${textOf(keys)}\n`, { mode: 0o600 })
  await rename(next, file)
}

const textOf = (keys: readonly object[]) => JSON.stringify({ keys }, null, 2)

async function newKey(alg: Algorithm) {
  const { privateKey } = await pairOf[alg]()
  return { ...privateKey.export({ format: 'jwk' }), alg, use: 'sig', kid: randomUUID() }
}

const generate = promisify(generateKeyPair)
const pairOf = {
  ES256: () => generate('ec', { namedCurve: 'P-256' }),
  RS256: () => generate('rsa', { modulusLength: 3072 }),
  EdDSA: () => generate('ed25519'),
}
