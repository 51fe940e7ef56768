import type { Mailbox } from '@gatehouse/testing/receivers'
import { expect } from '@playwright/test'
import type { TextMessages } from './text-messages.ts'

/** The messages that are sent to a person. */
export interface Post {
  /** Waits for the next message with a code to an e-mail address or a phone number, and returns the code. */
  nextCode(to: string): Promise<string>
  /** Waits for the next mail with a link to an address, and returns the link. */
  nextLink(to: string): Promise<string>
}

interface InboxMail {
  readonly id: string
  readonly subject: string
  readonly body: string
  readonly code: string | null
  readonly link: string | null
  readonly status: string
  readonly template: string
}

/** Reads the inbox of the developer tools. */
export function devtoolsPost(origin: string): Post {
  const read = new Set<string>()
  /** Returns the code or link of the newest unread mail that has one. */
  async function next(to: string, kind: 'code' | 'link', pattern: RegExp): Promise<string> {
    let found: string | null | undefined
    const look = async () => {
      found = (await inboxOf(origin, to)).find((mail) => mail[kind] !== null && !read.has(mail.id))?.[kind]
      return found
    }
    await expect.poll(look, { message: `a mail with a ${kind} to ${to}`, intervals: [50, 100, 200] }).toMatch(pattern)
    for (const { id } of await inboxOf(origin, to)) read.add(id)
    return found ?? ''
  }
  return {
    nextCode: (to) => next(to, 'code', /^\d{6}$/),
    nextLink: (to) => next(to, 'link', /token=/),
  }
}

/** Reads the mails of a real mail server. */
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

/** Reads mails, and text messages beside them. */
export function withTextMessages(mail: Post, texts: TextMessages): Post {
  return { ...mail, nextCode: (to) => (to.startsWith('+') ? texts : mail).nextCode(to) }
}

/** Mails to an address, newest first. */
export async function inboxOf(origin: string, to: string): Promise<readonly InboxMail[]> {
  const response = await fetch(`${origin}/dev/inbox.json?${new URLSearchParams({ to })}`)
  if (!response.ok) throw new Error(`The inbox answered ${response.status}`)
  return (await response.json()) as readonly InboxMail[]
}
