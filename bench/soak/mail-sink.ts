import { startMailbox, type Mailbox } from '@gatehouse/testing/receivers'

/** A real mail server that can be down. */
export interface MailSink {
  readonly uri: string
  /** How many mails it has taken. */
  taken(): number
  /** How many there are to an address, for `code`. */
  count(to: string): number
  /**
   * Returns the code of the next mail to an address after so many; undefined if none comes in time, in real
   * milliseconds.
   */
  code(to: string, after: number, timeoutMs: number): Promise<string | undefined>
  goDown(): Promise<void>
  /** Starts again, without the mails so far. */
  comeBack(): Promise<void>
}

/** Starts it on a free port. */
export async function startMailSink(): Promise<MailSink> {
  let mailbox: Mailbox = await startMailbox()
  const { uri, port } = mailbox
  let before = 0
  return {
    uri,
    taken: () => before + mailbox.all().length,
    count: (to) => mailbox.all(to).length,
    code: async (to, after, timeoutMs) => {
      const deadline = Date.now() + timeoutMs
      let last = mailbox.all(to)[after - 1]
      for (;;) {
        const left = deadline - Date.now()
        // oxlint-disable-next-line no-await-in-loop -- one mail after the other
        last = left > 0 ? await mailbox.next({ to, after: last, timeoutMs: left }).catch(() => undefined) : undefined
        const code = last && /\b\d{6}\b/.exec(last.text)?.[0]
        if (last === undefined || code !== undefined) return code
      }
    },
    goDown: async () => {
      before += mailbox.all().length
      await mailbox.close()
    },
    comeBack: async () => {
      mailbox = await startMailbox(port)
    },
  }
}
