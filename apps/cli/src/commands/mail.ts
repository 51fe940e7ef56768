import { nextPageToken, type AdminClient } from '@gatehouse/client/admin-client'
import type { CourierMessage } from '@gatehouse/contract/identities'
import { Command } from 'commander'
import { become } from '../become.ts'
import { CommandFailure, refusal } from '../command-failure.ts'
import { openAdmin } from '../transfer/admin-access.ts'
import { withAdminOptions, type AdminOptions } from '../transfer/admin-options.ts'

/** `gatehouse mail`: tries the mail server, and sends messages again that wait or were given up. */
export function mailCommand(): Command {
  return new Command('mail')
    .description('try the mail server, or send again what waits or was given up')
    .addCommand(testCommand())
    .addCommand(retryCommand())
}

function testCommand(): Command {
  return new Command('test')
    .description('send one mail by the configured mail server, from here, and say how each step went')
    .requiredOption('--to <address>', 'who gets it')
    .option('--json', 'print the steps as JSON: step, outcome, reason')
    .addHelpText('after', '\nExit code: 0 accepted; 1 not accepted; 2 it could not be tried.')
    .action(({ to, json }: { readonly to: string; readonly json?: true }) =>
      become(new URL('../../../gateway/src/send-test-mail.ts', import.meta.url), [
        '--to',
        to,
        ...(json === true ? ['--json'] : []),
      ]),
    )
}

function retryCommand(): Command {
  return withAdminOptions(new Command('retry'))
    .description('have a running Gatehouse send at once what waits and what was given up')
    .action(runRetry)
}

const states = ['queued', 'abandoned'] as const

async function runRetry(options: AdminOptions): Promise<void> {
  const access = await openAdmin(options)
  const { client } = access
  try {
    const counts = { again: 0, onTheirWay: 0, withoutText: 0 }
    const refused = new Map<string, number>()
    for (const status of states) {
      for (const message of await listed(client, status)) {
        if (message.can_be_resent !== true) counts[status === 'queued' ? 'onTheirWay' : 'withoutText'] += 1
        else {
          const outcome = await resent(client, message)
          if (typeof outcome === 'string') counts[outcome] += 1
          else refused.set(outcome.why, (refused.get(outcome.why) ?? 0) + 1)
        }
      }
    }
    console.log(`${counts.again} sent again, ${counts.onTheirWay} on their way already.`)
    if (counts.withoutText > 0) {
      console.log(
        `${counts.withoutText} cannot be: their text had a code and was deleted. People can ask for a new one.`,
      )
    }
    for (const [why, count] of refused) console.log(`${count} not sent again: ${why}`)
  } finally {
    await access.close()
  }
}

/** Lists all of them before any is sent again: a page begins behind the one before. */
async function listed(client: AdminClient, status: (typeof states)[number]): Promise<readonly CourierMessage[]> {
  const found: CourierMessage[] = []
  let token: string | undefined
  do {
    const answer = await client.listCourierMessages({ status, page_size: 250, ...(token && { page_token: token }) })
    if (answer.kind !== 'ok') throw failure(answer)
    // The oldest come last, and go out first.
    found.unshift(...answer.body.toReversed())
    token = nextPageToken(answer.headers)
  } while (token !== undefined)
  return found
}

/**
 * Sends a message again. `why`: it is no longer of use, or its address has received too many messages; the command
 * continues with the others.
 */
async function resent(
  client: AdminClient,
  { id }: CourierMessage,
): Promise<'again' | 'onTheirWay' | { readonly why: string }> {
  const answer = await client.resendCourierMessage({ id })
  if (answer.kind === 'ok') return 'again'
  if (answer.kind === 'error' && [404, 409].includes(answer.status)) return 'onTheirWay'
  if (answer.kind === 'error' && [400, 429].includes(answer.status)) return { why: refusal(answer).message }
  throw failure(answer)
}

type Answered = Awaited<ReturnType<AdminClient['listCourierMessages'] | AdminClient['resendCourierMessage']>>

function failure(answer: Exclude<Answered, { kind: 'ok' }>): CommandFailure {
  return answer.kind === 'error' ? refusal(answer) : new CommandFailure('The admin API gave no list of messages.')
}
