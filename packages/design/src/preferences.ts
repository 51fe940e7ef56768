import { parseCookie, stringifySetCookie } from 'cookie'
import { type Theme, themes } from './theme.ts'

/** Cookies with a visitor's display preferences; neither identifies a person. Servers alone read and write them. */
export const preferenceCookies = { language: 'gatehouse_language', theme: 'gatehouse_theme' } as const

const oneYearInSeconds = 365 * 24 * 60 * 60

/** The language and theme a visitor chose before, if any. */
export function readPreferences(cookieHeader: string | null): { readonly language?: string; readonly theme: Theme } {
  const cookies = parseCookie(cookieHeader ?? '')
  const language = cookies[preferenceCookies.language]
  const theme = themes.find((known) => known === cookies[preferenceCookies.theme]) ?? 'system'
  return language === undefined ? { theme } : { language, theme }
}

/** The Set-Cookie line that remembers a choice for a year. */
export function rememberPreference(name: keyof typeof preferenceCookies, value: string, secure: boolean): string {
  return stringifySetCookie({
    name: preferenceCookies[name],
    value,
    path: '/',
    maxAge: oneYearInSeconds,
    httpOnly: true,
    sameSite: 'lax',
    secure,
  })
}
