import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

import type { FormAnswer, FormTurn, SentForm, SentForms } from '@gatehouse/account/sent-forms'
import { optionalText, text, UnreachableDatabaseError, type Database } from '@gatehouse/platform/database'
import type { Log } from '@gatehouse/platform/log'
import type { Seals } from '@gatehouse/platform/secrets'
import { faultChanges } from '@gatehouse/platform/work'

/** The interval at which a waiting request polls for the answer of a form, in milliseconds. */
const answerPollMs = 50
/** The interval at which the lease of a form that is being submitted is renewed, in milliseconds. */
const renewMs = 1_000
/** The duration of that lease. */
const lease = "interval '5 seconds'"
/** For this time after its answer, a repeated form counts as the same press of a button. */
const replayed = "interval '10 seconds'"

/** The dependencies of the store that keeps forms sent to any gateway. */
export interface DatabaseFormsDeps {
  readonly database: Database
  readonly seals: Seals
  readonly log: Log
}

/** Prevents double submission across all gateways: keeps the last form of each flow in the shared database. */
export function createDatabaseSentForms({ database, seals, log }: DatabaseFormsDeps): SentForms {
  const take = database.prepare(
    `INSERT INTO sent_forms (flow, form, cookies, turn, ends_at) VALUES (:flow, :form, :cookies, :turn, now() + ${lease})
     ON CONFLICT (flow) DO UPDATE SET form = excluded.form, cookies = excluded.cookies, turn = excluded.turn, answer = NULL,
       ends_at = excluded.ends_at
     WHERE sent_forms.form <> excluded.form OR sent_forms.ends_at < now() OR sent_forms.turn = :replaced`,
  )
  const find = database.prepare(
    'SELECT turn, cookies, answer FROM sent_forms WHERE flow = ? AND form = ? AND ends_at >= now()',
  )
  const renew = database.prepare(
    `UPDATE sent_forms SET ends_at = now() + ${lease}
     WHERE answer IS NULL AND turn IN (SELECT jsonb_array_elements_text(:held::jsonb))`,
  )
  const answered = database.prepare(`UPDATE sent_forms SET answer = ?, ends_at = now() + ${replayed} WHERE turn = ?`)
  const forget = database.prepare('DELETE FROM sent_forms WHERE turn = ?')

  const submitting = new Set<string>()
  let renewing: NodeJS.Timeout | undefined
  const { failed, passed } = faultChanges({
    failed: (err) => log.warn({ err }, 'a form that is sent twice may be submitted twice'),
    mended: () => log.warn({}, 'a form that is sent twice is submitted only once again'),
  })

  function hold(turn: string): void {
    submitting.add(turn)
    renewing ??= setInterval(() => {
      const held = JSON.stringify([...submitting])
      database.write(() => renew.run({ held })).then(passed, failed)
    }, renewMs).unref()
  }

  function release(turn: string): void {
    submitting.delete(turn)
    if (submitting.size > 0) return
    clearInterval(renewing)
    renewing = undefined
  }

  async function turnOf({ form, cookies, ...sent }: SentForm): Promise<FormTurn> {
    const flow = createHash('sha256').update(sent.flow).digest('base64url')
    const turn = randomUUID()
    let replaced = ''
    for (;;) {
      // oxlint-disable no-await-in-loop -- until the form is ours, or has an answer
      const taken = await database.write(() => take.run({ flow, form, cookies, turn, replaced }))
      if (taken > 0) return { kind: 'submit', turn }
      const row = await find.get(flow, form)
      const sealed = row && optionalText(row, 'answer')
      if (sealed === undefined) await delay(answerPollMs)
      if (row === undefined || sealed === undefined) continue
      // oxlint-enable no-await-in-loop
      replaced = text(row, 'turn')
      const opened = seals.open(sealed, contextOf(replaced))
      const answer = opened === undefined ? undefined : (JSON.parse(opened) as FormAnswer)
      // Accepts the same cookies as before, or those that the first answer set.
      const isSameBrowser = cookies === text(row, 'cookies') || cookies === answer?.cookies
      if (answer !== undefined && isSameBrowser) return { kind: 'answered', answer }
    }
  }

  return {
    begin: async (sent) => {
      const turn = await turnOf(sent).catch((error: unknown): FormTurn => {
        // The submission itself fails if it needs the database.
        if (!(error instanceof UnreachableDatabaseError)) throw error
        failed(error)
        return { kind: 'submit', turn: randomUUID() }
      })
      if (turn.kind === 'submit') hold(turn.turn)
      return turn
    },
    end: (turn, answer) => {
      release(turn)
      const sealed = answer && seals.seal(JSON.stringify(answer), contextOf(turn))
      database.write(() => (sealed === undefined ? forget.run(turn) : answered.run(sealed, turn))).then(passed, failed)
    },
  }
}

/** The context of the encryption: an answer can be decrypted for its own turn alone. */
function contextOf(turn: string): string {
  return `sent form ${turn}`
}
