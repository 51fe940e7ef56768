import type { CopyTexts } from '@gatehouse/design/controls'
import { useText } from '../text/texts.tsx'

/** Returns the texts of a button that copies. */
export function useCopyTexts(): CopyTexts {
  const t = useText('console')
  return { copy: t('one_time.copy'), copied: t('one_time.copied') }
}
