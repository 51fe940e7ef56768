import type { CopyTexts } from '@gatehouse/design/controls'
import { useText } from '../text/texts.tsx'

/** What a button that copies says. */
export function useCopyTexts(): CopyTexts {
  const t = useText('console')
  return { copy: t('one_time.copy'), copied: t('one_time.copied') }
}
