import type { Values } from '../text/text-source.ts'

/** "Firefox on Linux", or as much of it as is known. Texts: `browser_on`, `unknown`. */
export function deviceName(
  t: (key: 'browser_on' | 'unknown', values?: Values) => string,
  { browser, system }: { readonly browser: string | undefined; readonly system: string | undefined },
): string {
  if (browser !== undefined && system !== undefined) return t('browser_on', { browser, system })
  return browser ?? system ?? t('unknown')
}
