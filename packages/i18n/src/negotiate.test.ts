import { expect, it } from 'vitest'
import { shippedCatalogues } from './catalogues.ts'
import { negotiateLanguage, type LanguageWishes } from './negotiate.ts'

const spoken = shippedCatalogues().languages.map(({ code }) => code)

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
  ['the wish of the calling application', { uiLocales: 'tlh-CA ar', acceptLanguage: 'de' }, 'ar'],
  ['the choice of the person', { cookie: 'de', uiLocales: 'ar', acceptLanguage: 'en' }, 'de'],
  ['a cookie of a language that is gone', { cookie: 'xx', acceptLanguage: 'ar' }, 'ar'],
  ['a region that a language has no catalogue of', { acceptLanguage: 'pt-BR,pt;q=0.9' }, 'pt'],
  ['Chinese as written on the mainland', { acceptLanguage: 'zh-CN,zh;q=0.9' }, 'zh-Hans'],
  ['Chinese with its script said', { acceptLanguage: 'zh-Hans-SG' }, 'zh-Hans'],
  ['Traditional Chinese, before a language that is here', { acceptLanguage: 'zh-TW,en;q=0.5' }, 'en'],
  ['Traditional Chinese and nothing else', { acceptLanguage: 'zh-Hant' }, 'zh-Hans'],
  ['Hindi in Latin letters, beside English', { acceptLanguage: 'hi-Latn, en-IN;q=0.9' }, 'en'],
  ['Norwegian, whichever', { acceptLanguage: 'nn-NO' }, 'nb'],
  ['Norwegian by its old tag', { acceptLanguage: 'no' }, 'nb'],
  ['Hebrew by its old tag', { acceptLanguage: 'iw-IL' }, 'he'],
  ['Thai of Thailand', { acceptLanguage: 'th-TH,th;q=0.9,en;q=0.8' }, 'th'],
  ['Dari', { acceptLanguage: 'fa-AF' }, 'fa'],
  ['Spanish of Latin America', { uiLocales: 'es-419' }, 'es'],
  ['a cookie in another case', { cookie: 'ZH-HANS', acceptLanguage: 'fi' }, 'fi'],
  ['a name that every object has', { cookie: 'constructor' }, 'en'],
])('%s', (_, wishes, language) => expect(negotiateLanguage(wishes, spoken)).toBe(language))

it('looks at no more wishes than a browser sends @negotiate-1', () => {
  const many = Array.from({ length: 5000 }, () => 'tlh').join(',')
  expect(negotiateLanguage({ acceptLanguage: `${many},de` }, spoken)).toBe('en')
})
