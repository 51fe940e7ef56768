import { parseArgs } from 'node:util'
import { loadConfig, processEnvironment } from '@gatehouse/config/config'
import { sendTestMail, type TriedStep } from '@gatehouse/identity/service'
import { checkContext } from './checks/context.ts'
import { startFault } from './process/start-fault.ts'

/** TABLE: the names of the steps, in their order. */
const names: Readonly<Record<TriedStep['step'], string>> = {
  connect: 'Connection',
  tls: 'Encryption',
  sign_in: 'Sign-in',
  accept: 'Acceptance',
}

const outcomes: Readonly<Record<TriedStep['outcome'], string>> = {
  done: 'done',
  failed: 'failed',
  not_used: 'not used',
  not_reached: 'not reached',
}

/** The program behind `gatehouse mail test`. Exit code: 0 accepted, 1 not accepted, 2 it could not be tried. */
async function run(): Promise<number> {
  const { values } = parseArgs({ options: { to: { type: 'string' }, json: { type: 'boolean', default: false } } })
  if (values.to === undefined || !/^[^\s@]+@[^\s@]+$/.test(values.to)) {
    console.error('Say --to with an email address.')
    return 2
  }
  const env = processEnvironment()
  const { identity, identityFaults } = await checkContext(loadConfig(env), env)
  const steps = identity && (await sendTestMail(identity, values.to))
  if (steps === undefined) {
    const why = ['No mail server is configured here: set GATEHOUSE_SMTP_URL, or courier.smtp.connection_uri.']
    console.error((identityFaults.length > 0 ? identityFaults : why).join('\n'))
    return 2
  }
  const lines = steps.map(({ step, outcome, reason }) =>
    [names[step].padEnd(12), outcomes[outcome], ...(reason === undefined ? [] : [`(${reason})`])].join(' '),
  )
  console.log(values.json ? JSON.stringify(steps, null, 2) : lines.join('\n'))
  return steps.some(({ outcome }) => outcome === 'failed') ? 1 : 0
}

try {
  process.exitCode = await run()
} catch (error) {
  console.error(startFault(error))
  process.exitCode = 2
}
