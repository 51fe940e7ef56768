import { expect, it } from 'vitest'
import { negotiateLanguage, type LanguageWishes } from './negotiate.ts'

// prettier-ignore
it.each<[string, LanguageWishes, string]>([
  ['nothing said', {}, 'en'],
  ['the first of equals', { acceptLanguage: 'de,ar' }, 'de'],
  ['a region', { acceptLanguage: 'de-AT' }, 'de'],
  ['the highest quality', { acceptLanguage: 'de;q=0.3, ar;q=0.9, en;q=0.1' }, 'ar'],
  ['an unknown favourite', { acceptLanguage: 'tlh, de;q=0.5' }, 'de'],
  ['a refused language', { acceptLanguage: 'de;q=0, ar;q=0.1' }, 'ar'],
  ['anything', { acceptLanguage: '*' }, 'en'],
  ['a broken quality', { acceptLanguage: 'de;q=much, ar;q=0.1' }, 'ar'],
  ['upper case and spaces', { acceptLanguage: ' DE ; Q=0.8 ' }, 'de'],
  ['nonsense', { acceptLanguage: ';;;,,q=1' }, 'en'],
  ['the wish of the calling application', { uiLocales: 'fr-CA ar', acceptLanguage: 'de' }, 'ar'],
  ['the choice of the person', { cookie: 'de', uiLocales: 'ar', acceptLanguage: 'en' }, 'de'],
  ['a cookie of a language that is gone', { cookie: 'xx', acceptLanguage: 'ar' }, 'ar'],
  ['a name that every object has', { cookie: 'constructor' }, 'en'],
])('%s', (_, wishes, language) => expect(negotiateLanguage(wishes)).toBe(language))
