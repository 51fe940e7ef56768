import { expect, test } from 'vitest'
import { commandsOf, unprovedCommands } from './operator-commands.ts'

const text = `Run \`npm start\`, or \`GATEHOUSE_DEV=true npm start\`; \`gatehouse.yml\` is a file.

\`\`\`sh
gatehouse explode --all   # never made: openssl rand -base64 32
GATEHOUSE_DATA=./data
\`\`\`

| command | what it does |
|---|---|
| \`register\`, \`keys create\\|rotate NAME\` | an account; \`--json\` |
`

test('every command of a manual is found, wherever it stands', () => {
  expect(commandsOf(text)).toEqual([
    'gatehouse explode --all',
    'npm start',
    'GATEHOUSE_DEV=true npm start',
    'register',
    'keys create\\|rotate NAME',
  ])
})

test('a command that no test runs is reported, and one that the manual no longer has', () => {
  const problems = unprovedCommands(text, { fileOf: new Map(), doubles: [] }).join('\n')
  expect(problems).toContain('which test runs `gatehouse explode --all`?')
  expect(problems).toContain('no longer have `gatehouse secrets rotate`')
  expect(problems).toContain('no test has the id @ending-2, which runs `npm start`')
})
