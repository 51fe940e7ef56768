import { expect, test } from 'vitest'
import { createProgram } from '@gatehouse/cli/program'
import { root } from '../../runners/tool.ts'
import { commandLines, commandProblem, commandProblems } from './commands.ts'
import { dataProblems } from './data.ts'
import { readSnippets, snippetsOf } from './snippet.ts'
import { isTyped, typeProblems } from './typed.ts'

const all = readSnippets(root)
const inText = (language: string, ...lines: readonly string[]) =>
  snippetsOf('docs/made-up.md', ['# Made up', '', `\`\`\`${language}`, ...lines, '```', ''].join('\n'))

test('programs in documents fit the packages that they use, and so would a wrong one be seen @snippets-2', async () => {
  const wrong = inText('ts', "import { createSessions } from '@gatehouse/session'", 'createSessions({ adress: 1 })')
  const problems = await typeProblems(root, [...all, ...wrong])
  expect(problems).toEqual([expect.stringMatching(/^docs\/made-up\.md:5: .*adress/)])
  expect(all.filter(isTyped).length).toBeGreaterThan(10)
})

test('data in documents are sound, by the judgement of the product that reads them @snippets-3', async () => {
  expect(await dataProblems(all)).toEqual([])
  expect(await dataProblems(inText('json', '{ "a": }'))).toHaveLength(1)
  expect(await dataProblems(inText('yaml', 'a: 1'))).toEqual([expect.stringContaining('name its file')])
  expect(await dataProblems(inText('yaml gatehouse.yml', 'cookie_domian: example.org'))).toEqual([
    expect.stringContaining('did you mean cookie_domain'),
  ])
  expect(await dataProblems(inText('yaml gatehouse.yml', 'brand: { tokens: { accent: purple } }'))).toHaveLength(1)
  expect(await dataProblems(inText('yaml kratos.yml', 'session: { lifespan: soon }'))).toHaveLength(1)
})

test('commands in documents exist, with their options @snippets-4', () => {
  expect(commandProblems(root, all)).toEqual([])
  expect(all.flatMap(({ language, code }) => (language === 'sh' ? commandLines(code) : [])).length).toBeGreaterThan(40)
  expect(commandProblems(root, inText('sh', 'npm run explode', 'npm run docs -- --sevre')).map(String)).toEqual([
    expect.stringContaining('no script explode'),
    expect.stringContaining('takes no --sevre'),
  ])
})

test.each([
  ['import --from auth0 users.json --dry-run', ''],
  ['keys create', 'wants'],
  ['keys explode app', 'no command explode'],
  ['whoami --token x', 'takes no --token'],
  ['start now', 'does not take now'],
  ['backup create --to /var/backups', ''],
])('gatehouse %s: %s', (line, problem) => {
  const found = commandProblem(createProgram(), line.split(' '))
  expect(found === undefined).toBe(problem === '')
  expect(found ?? '').toContain(problem)
})
