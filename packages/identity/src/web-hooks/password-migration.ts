import { randomUUID } from 'node:crypto'

import { OutboundFault, type OutboundAnswer } from '@gatehouse/platform/outbound'
import { z } from 'zod'

import type { IdentityConfig } from '../configuration/config.ts'
import { JsonnetCancelled, JsonnetFault, type EvaluateJsonnet } from '../jsonnet/jsonnet.ts'
import type { PasswordMigration } from '../strategies/password/dependencies.ts'
import type { HookCalls } from './hook-call.ts'

const said = z.object({ status: z.string() })
/** The maximum length of an answer that can confirm. */
const mostCharacters = 1_024
const path = 'selfservice.methods.password.config.migrate_hook'

/** Creates the check of passwords at the service of `migrate_hook`; nothing if there is none. */
export function createPasswordMigration({
  config,
  calls,
  evaluateJsonnet,
  warn,
}: {
  readonly config: Pick<IdentityConfig, 'selfservice'>
  readonly calls: HookCalls
  readonly evaluateJsonnet: EvaluateJsonnet
  readonly warn: (text: string) => void
}): PasswordMigration | undefined {
  const { migrateHook } = config.selfservice.methods.password
  if (migrateHook === undefined) return undefined

  async function bodyOf(asked: { readonly identifier: string; readonly password: string }): Promise<string> {
    if (migrateHook?.body === undefined) return JSON.stringify(asked)
    return JSON.stringify(await evaluateJsonnet(migrateHook.body, {}, { ctx: asked }))
  }

  function unusable(why: string): 'unusable' {
    warn(`${path} failed: ${why}`)
    return 'unusable'
  }

  return {
    ask: async (identifier, password) => {
      const body = await bodyOf({ identifier, password }).catch((error: unknown) => {
        // The fault may quote the program's input.
        if (error instanceof JsonnetFault || error instanceof JsonnetCancelled) return undefined
        throw error
      })
      if (body === undefined) return unusable('its body cannot be made')
      const answer = await calls.again(migrateHook, randomUUID(), body)
      if (answer instanceof OutboundFault) return unusable(answer.message)
      if (answer.status === 403) return 'wrong'
      if (answer.status !== 200) return unusable(`it answered ${answer.status}`)
      return saysYes(answer) ? 'right' : 'wrong'
    },
  }
}

function saysYes({ body }: OutboundAnswer): boolean {
  if (body.length > mostCharacters) return false
  try {
    return said.safeParse(JSON.parse(body)).data?.status === 'password_match'
  } catch {
    return false
  }
}
