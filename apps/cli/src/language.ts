import { negotiateLanguage, shippedCatalogues, spokenLanguages, translator } from '@gatehouse/i18n/catalogues'
import { localizeFlow } from '@gatehouse/i18n/translator'
import type { Flow } from '@gatehouse/contract/flows'
import type { Environment } from '@gatehouse/config/config'
import { CommandFailure } from './command-failure.ts'

/** Translates a service's texts of a form into the person's language. */
export type Localize = <F extends Flow>(flow: F) => F

/** The variables of POSIX that name a language, the strongest first. */
const variables = ['LANGUAGE', 'LC_ALL', 'LC_MESSAGES', 'LANG'] as const

/**
 * Returns a localizer for the requested language, else for that of the environment (`de_AT.UTF-8`), else for English.
 * Throws a `CommandFailure` if there are no texts in the requested language.
 */
export function localizerFor(asked: string | undefined, env: Environment): Localize {
  const wished = asked ?? languageOf(env)
  const language = negotiateLanguage({ uiLocales: wished }, spokenLanguages())
  if (asked !== undefined && !speaks(asked, language)) {
    const codes = shippedCatalogues().languages.map(({ code }) => code)
    throw new CommandFailure(`There are no texts in ${asked}. There are: ${codes.toSorted().join(', ')}.`, {
      kind: 'usage',
    })
  }
  const { t } = translator(language)
  return (flow) => localizeFlow(flow, t)
}

/** Tells whether a language answers a request for another; `en` answers every one that cannot be met. */
function speaks(asked: string, language: string): boolean {
  return language !== 'en' || /^en(?:-|$)/i.test(asked)
}

/** Tags of BCP 47, best first, separated by spaces. `C` and `POSIX` name none. */
function languageOf(env: Environment): string | undefined {
  const value = variables.map((name) => env[name]).find((one) => one !== undefined && one !== '')
  return value
    ?.split(':')
    .map((one) => one.replace(/[.@].*/, '').replaceAll('_', '-'))
    .filter((one) => one !== 'C' && one !== 'POSIX')
    .join(' ')
}
