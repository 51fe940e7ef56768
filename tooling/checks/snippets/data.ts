import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readBrand } from '@gatehouse/config/brand'
import { ConfigError, loadConfig } from '@gatehouse/config/config'
import { overrideRules, shippedCatalogues } from '@gatehouse/i18n/catalogues'
import { mergeTrees, parseIdentityConfig } from '@gatehouse/identity/configuration'
import { parse } from 'yaml'
import { located, type Snippet } from './snippet.ts'

/** Files that a product of ours reads, and how it judges them; files of others are parsed. */
const judges: Readonly<Record<string, (code: string) => Promise<readonly string[]>>> = {
  'gatehouse.yml': gatehouseProblems,
  'kratos.yml': kratosProblems,
}
const files = new Set([...Object.keys(judges), 'hydra.yml'])

/** Returns the faults of blocks of JSON and YAML, by document and line. */
export async function dataProblems(snippets: readonly Snippet[]): Promise<readonly string[]> {
  const all = await Promise.all(snippets.map(problemsOf))
  return all.flat()
}

async function problemsOf(snippet: Snippet): Promise<readonly string[]> {
  const { language, name = '', code } = snippet
  if (language !== 'json' && language !== 'yaml') return []
  try {
    if (language === 'json') JSON.parse(code)
    else parse(code)
  } catch (error) {
    return [located(snippet, String(error))]
  }
  if (language === 'json') return []
  if (!files.has(name))
    return [located(snippet, `name its file (\`\`\`yaml gatehouse.yml): one of ${[...files].join(', ')}`)]
  const problems = (await judges[name]?.(code)) ?? []
  return problems.map((problem) => located(snippet, problem))
}

async function gatehouseProblems(code: string): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-snippet-'))
  try {
    const path = join(folder, 'gatehouse.yml')
    writeFileSync(path, code)
    loadConfig({ GATEHOUSE_CONFIG: path })
    const brand = readBrand(path, overrideRules(shippedCatalogues()), false)
    // Its pictures are beside the reader's file.
    return brand.kind === 'faulty' ? brand.faults.filter(({ wrong }) => !/exist|read/.test(wrong)).map(sentence) : []
  } catch (error) {
    if (error instanceof ConfigError) return error.faults.map(sentence)
    throw error
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function sentence({ subject, wrong, fix }: { readonly subject: string; readonly wrong: string; readonly fix: string }) {
  return `${subject} ${wrong}: ${fix}`
}

const base64 = (text: string) => `base64://${Buffer.from(text).toString('base64')}`
const schema = base64(
  JSON.stringify({
    type: 'object',
    properties: { traits: { type: 'object', properties: { email: { type: 'string' } } } },
  }),
)
const program = base64('{ identity: { traits: {} } }')

/** A file that is whole, into which a piece is laid. */
const whole = {
  dsn: 'memory',
  identity: { default_schema_id: 'person', schemas: [{ id: 'person', url: schema }] },
  selfservice: { default_browser_return_url: 'https://account.example.org/' },
  secrets: { default: ['a secret of at least 32 characters'] },
}

async function kratosProblems(code: string): Promise<readonly string[]> {
  // The reader's own files, by their kinds.
  const here = code.replaceAll(/file:\/\/\S+\.jsonnet/g, program).replaceAll(/file:\/\/\S+\.json\b/g, schema)
  try {
    const { warnings } = await parseIdentityConfig(mergeTrees(whole, parse(here)))
    return warnings.filter((warning) => /not known|unknown/.test(warning))
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}
