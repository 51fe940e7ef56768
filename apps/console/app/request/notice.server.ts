import { hostCookieName } from '@gatehouse/contract/http'
import { stringifySetCookie } from 'cookie'
import { oneOf } from '@gatehouse/i18n/translator'
import type { ConsoleRequest } from './console-request.ts'
import { type NoticeKey, notices, type ShownNotice } from './notices.ts'

/** A sentence about the last action, for the next page. */
export interface Notice {
  readonly key: NoticeKey
  /** `count` is a number, which chooses the plural form. */
  readonly values: Readonly<Record<string, string | number>>
  /** `intent` of the form that takes it back, on the page it is shown on. */
  readonly undo?: string | undefined
  /** Nothing was done: something was refused. */
  readonly isRefusal?: boolean | undefined
}

const name = 'gatehouse_console_notice'

/** Keeps a sentence for the page after a redirect. */
export function setNotice(
  page: ConsoleRequest,
  key: NoticeKey,
  values: Notice['values'] = {},
  more: Pick<Notice, 'undo' | 'isRefusal'> = {},
): void {
  page.setCookie.push(cookieLine(page, JSON.stringify({ key, values, ...more }), 60))
}

/** Takes the sentence that was left, said in the visitor's language. */
export function takeNotice(page: ConsoleRequest): ShownNotice | undefined {
  if (page.isAhead) return undefined
  const left = page.cookies[hostCookieName(name, page.secureCookies)]
  const notice = parseNotice(left)
  if (left !== undefined) page.setCookie.push(cookieLine(page, '', 0))
  return notice && { text: page.t(notice.key, notice.values), undo: notice.undo, isRefusal: notice.isRefusal === true }
}

function cookieLine({ secureCookies }: ConsoleRequest, value: string, maxAge: number): string {
  return stringifySetCookie({
    name: hostCookieName(name, secureCookies),
    value,
    path: '/',
    maxAge,
    httpOnly: true,
    sameSite: 'lax',
    secure: secureCookies,
  })
}

function parseNotice(text: string | undefined): Notice | undefined {
  if (text === undefined || text === '') return undefined
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || !('key' in value) || !('values' in value)) return undefined
    const { values } = value
    const key = oneOf(notices, value.key)
    if (key === undefined || typeof values !== 'object' || values === null) return undefined
    return {
      key,
      undo: 'undo' in value && typeof value.undo === 'string' ? value.undo : undefined,
      isRefusal: 'isRefusal' in value && value.isRefusal === true,
      values: Object.fromEntries(Object.entries(values).map(([k, v]) => [k, typeof v === 'number' ? v : String(v)])),
    }
  } catch {
    return undefined
  }
}
