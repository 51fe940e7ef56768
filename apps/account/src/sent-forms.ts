import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/** A form as it was sent to a flow. Digests of its content and of the cookies beside it are enough. */
export interface SentForm {
  readonly flow: string
  readonly form: string
  readonly cookies: string
}

/** The result of a form that ended in a redirect. */
export interface FormAnswer {
  readonly to: string
  readonly document: boolean
  readonly setCookie: readonly string[]
  /** A digest of the cookies of a browser that took the answer. */
  readonly cookies: string
}

/** The instruction for a form. */
export type FormTurn =
  /** Submit it, and call `end` with the turn in any case. */
  | { readonly kind: 'submit'; readonly turn: string }
  /** It was submitted just now: answer as then. */
  | { readonly kind: 'answered'; readonly answer: FormAnswer }

/** The forms that were sent last, so that none is submitted twice by a second press of a button. */
export interface SentForms {
  /** Waits if the same form is being submitted. */
  begin(sent: SentForm): Promise<FormTurn>
  /** `undefined`: it did not redirect, and may be sent again. */
  end(turn: string, answer: FormAnswer | undefined): void
}

/** Milliseconds after its answer in which a form that comes again counts as the same press of a button. */
const sameMoment = 10_000

/** As many flows as may be under way and just over. */
const mostFlows = 2_000

interface Entry extends SentForm {
  readonly turn: string
  readonly answer: Promise<FormAnswer | undefined>
  readonly resolve: (answer: FormAnswer | undefined) => void
}

/** Keeps them in this process: the last one of each flow. */
export function createSentForms(): SentForms {
  const last = new LRUCache<string, Entry>({ max: mostFlows })
  const open = new Map<string, Entry>()
  const forget = (entry: Entry) => {
    if (last.peek(entry.flow) === entry) last.delete(entry.flow)
  }

  return {
    begin: async (sent) => {
      const before = last.get(sent.flow)
      if (before?.form === sent.form) {
        const answer = await before.answer
        // Be the cookies those of before, or those that the first answer set.
        const isSameBrowser = sent.cookies === before.cookies || sent.cookies === answer?.cookies
        if (answer !== undefined && isSameBrowser) return { kind: 'answered', answer }
      }
      const { promise: answer, resolve } = Promise.withResolvers<FormAnswer | undefined>()
      const entry: Entry = { ...sent, turn: randomUUID(), answer, resolve }
      last.set(sent.flow, entry)
      open.set(entry.turn, entry)
      return { kind: 'submit', turn: entry.turn }
    },
    end: (turn, answer) => {
      const entry = open.get(turn)
      if (entry === undefined) return
      open.delete(turn)
      entry.resolve(answer)
      // An answer may hold a session: it is kept for as long as a browser may take to send a second click.
      if (answer === undefined) forget(entry)
      else setTimeout(() => forget(entry), sameMoment).unref()
    },
  }
}
