import type { Mailbox } from '@gatehouse/testing/mailbox'
import { expect } from '@playwright/test'

/** Where a person reads their mail. */
export interface Post {
  /** Waits for the next mail with a code to an address, and answers the code. */
  nextCode(to: string): Promise<string>
  /** Waits for the next mail with a link to an address, and answers the link. Only a real mail server has it. */
  nextLink(to: string): Promise<string>
}

interface InboxMail {
  readonly id: string
  readonly code: string | null
  readonly status: string
  readonly template: string
}

/** The inbox of the developers' desk. */
export function deskPost(origin: string): Post {
  const read = new Set<string>()
  return {
    async nextCode(to) {
      let fresh: InboxMail | undefined
      await expect
        .poll(
          async () => {
            fresh = (await inboxOf(origin, to)).find(({ id, code }) => code !== null && !read.has(id))
            return fresh?.code
          },
          { message: `a mail with a code to ${to}`, intervals: [50, 100, 200] },
        )
        .toMatch(/^\d{6}$/)
      for (const { id } of await inboxOf(origin, to)) read.add(id)
      return fresh?.code ?? ''
    },
    nextLink: () => Promise.reject(new Error('The inbox of the desk tells no links')),
  }
}

/** A real mail server. */
export function smtpPost(mailbox: Mailbox): Post {
  return {
    async nextCode(to) {
      for (;;) {
        const mail = await mailbox.next({ to })
        const code = /\b\d{6}\b/.exec(mail.text)?.[0]
        if (code !== undefined) return code
      }
    },
    async nextLink(to) {
      for (;;) {
        const mail = await mailbox.next({ to })
        const link = /https?:\/\/[^\s"<>]+token=[^\s"<>]+/.exec(mail.text)?.[0]
        if (link !== undefined) return link.replaceAll('&amp;', '&')
      }
    },
  }
}

/** Mails to an address, newest first. */
export async function inboxOf(origin: string, to: string): Promise<readonly InboxMail[]> {
  const response = await fetch(`${origin}/dev/inbox.json?${new URLSearchParams({ to })}`)
  if (!response.ok) throw new Error(`The inbox answered ${response.status}`)
  return (await response.json()) as readonly InboxMail[]
}
