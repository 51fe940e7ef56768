import { join } from 'node:path'
import { checkBundles, serverPieces } from './checks/bundles.ts'
import { root } from './runners/tool.ts'

const fewestWeights = 25

const { weights, problems } = checkBundles(join(root, 'apps/account/build/client'), {
  // A form that can be used after one round trip stays small; a minimal hydrated page alone weighs about 112 KB.
  pages: { login: { script: 140, style: 20 } },
  // Every other page follows a sign-in, or is beside it: the cache has most of its script.
  script: 165,
  // The dictionary of the password meter loads with the first letter of a new password, and never before.
  islands: {
    'account-chooser': 3,
    'ask-device': 3,
    'i18next-texts': 22,
    'judge-password': 70,
    'passkey-offer': 3,
    'send-in-turn': 2,
    'sign-in-memory': 2,
    'signal-keys': 2,
  },
})
const pieces = ['account', 'console'].flatMap((app) => serverPieces(join(root, `apps/${app}/build/client`)))
const few = weights.length < fewestWeights ? [`only ${weights.length} weights were seen`] : []

for (const line of weights) console.log(`  ${line}`)
for (const problem of [...problems, ...pieces, ...few]) console.log(problem)
process.exitCode = problems.length + pieces.length + few.length > 0 ? 1 : 0
